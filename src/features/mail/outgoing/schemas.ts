import { z } from 'zod'
import { ids } from '#contract/fields.ts'
import { aFile, nothing } from '#contract/results.ts'
import { MailFile, MailMessage } from '../threads/schemas.ts'

export const outgoingMailSchemas = {
  sender: {
    summary: 'Whether mails can be sent, and how yours are signed.',
    input: nothing,
    output: z.object({
      isSetUp: z.boolean(),
      name: z.string().describe('Yours for `{me}`; empty without a display name'),
      signature: z.string(),
    }),
  },
  cancel: {
    summary: 'Removes a reply that is not being sent yet; the answer is its content.',
    input: ids,
    output: MailMessage,
  },
  sendNow: { summary: 'Sends a waiting mail at once.', input: ids, output: MailMessage },
  retry: { summary: 'Sends a mail that failed again.', input: ids, output: MailMessage },
}

export const mailFilesSchemas = {
  upload: {
    summary: 'Adds a file for a mail of yours; it is removed after 24 hours if it is not sent.',
    input: nothing,
    output: MailFile,
  },
  download: { summary: 'A file of a mail, as a download.', input: ids, output: aFile },
}
