import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { aFile, nothing } from '#contract/results.ts'
import { mailSources } from '#contract/vocabulary.ts'

const count = z.number().int()

/** An address of the envelope, which a server may write in any form. */
const EnvelopeAddress = z.string().max(1000).optional()

const UnreadableMail = z.object({
  id: z.string(),
  source: z.enum(mailSources),
  receivedAt: Time,
  size: count.describe('Bytes'),
  sender: z.string().nullable(),
  reason: z.string().describe('A word such as `nested_too_deep`'),
  hasOriginal: z.boolean(),
})

export const incomingSchemas = {
  receive: {
    summary:
      'Takes one mail: message/rfc822 or application/octet-stream of at most 26,214,400 bytes, or Postmark’s JSON with RawEmail. Needs MAIL_IN_TOKEN as bearer token or password.',
    input: z.object({
      recipient: EnvelopeAddress.describe('Recipient of the envelope'),
      sender: EnvelopeAddress.describe('Sender of the envelope; empty for the null sender'),
    }),
    output: z.object({ id: z.string(), outcome: z.enum(['stored', 'duplicate']) }),
  },
  status: {
    summary: 'State of sending and receiving mail, with mails that need attention.',
    input: nothing,
    output: z.object({
      out: z.object({
        configured: z.boolean(),
        failingSince: Time.nullable(),
        lastAcceptedAt: Time.nullable(),
        queued: count,
        failed: count.describe('In the last 7 days'),
      }),
      in: z.object({
        imap: z.object({
          configured: z.boolean(),
          connectedAt: Time.nullable(),
          failingSince: Time.nullable(),
          lastError: z.string().nullable().describe('A word such as `login_refused`'),
        }),
        post: z.object({ configured: z.boolean(), lastReceivedAt: Time.nullable() }),
        unreadable: count,
        suspect: count.describe('Threads'),
      }),
    }),
  },
  unreadable: {
    summary: 'Mails that could not be parsed, newest first.',
    input: z.object(numberedPaging),
    output: page(UnreadableMail),
  },
  unreadableRaw: {
    summary: 'The original of a mail that could not be parsed.',
    input: ids,
    output: aFile,
  },
  html: {
    summary: 'A received mail as HTML, for a sandboxed frame: nothing in it runs or loads.',
    input: ids,
    output: aFile,
  },
  raw: { summary: 'The original of a received mail.', input: ids, output: aFile },
}
