import { z } from 'zod'
import { aFile, contract, nothing } from '../../../contract/endpoint.ts'
import { ids } from '../../../contract/fields.ts'
import { MailFile, MailMessage } from '../threads/contract.ts'

export const outgoingMail = contract('outgoingMail', {
  sender: {
    call: 'GET /admin/mail/sender',
    access: 'agent',
    summary: 'Whether mails can be sent, and how yours are signed.',
    input: nothing,
    output: z.object({
      isSetUp: z.boolean(),
      name: z.string().describe('Yours for `{me}`; empty without a display name'),
      signature: z.string(),
    }),
  },
  cancel: {
    call: 'POST /admin/mail/messages/:id/cancel',
    access: 'agent',
    summary: 'Removes a reply that is not being sent yet; the answer is its content.',
    input: ids,
    output: MailMessage,
  },
  sendNow: {
    call: 'POST /admin/mail/messages/:id/send-now',
    access: 'agent',
    summary: 'Sends a waiting mail at once.',
    input: ids,
    output: MailMessage,
  },
  retry: {
    call: 'POST /admin/mail/messages/:id/retry',
    access: 'agent',
    summary: 'Sends a mail that failed again.',
    input: ids,
    output: MailMessage,
  },
})

export const mailFiles = contract('mailFiles', {
  upload: {
    call: 'POST /admin/mail/files',
    access: 'agent',
    summary: 'Adds a file for a mail of yours; it is removed after 24 hours if it is not sent.',
    stream: 'upload',
    status: 201,
    input: nothing,
    output: MailFile,
  },
  download: {
    call: 'GET /admin/mail/files/:id/download',
    access: 'agent',
    summary: 'A file of a mail, as a download.',
    stream: 'download',
    input: ids,
    output: aFile,
  },
})
