import { z } from 'zod'
import { Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { mailKinds } from '#contract/vocabulary.ts'

export const FailedMail = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  to: z.string(),
  subject: z.string(),
  sendAt: Time,
  errorCode: z.string().nullable().describe('A word such as `given_up`'),
  serverResponse: z.string().nullable().describe('The last line of the mail server'),
  canRetry: z.boolean().describe('False when its text is not stored'),
})
export type FailedMail = z.output<typeof FailedMail>

export const mailSchemas = {
  failed: {
    summary: 'Mails that were not accepted, to staff as well, newest first.',
    input: z.object(numberedPaging),
    output: page(FailedMail),
  },
}
