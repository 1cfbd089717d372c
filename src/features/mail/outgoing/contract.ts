import { contract } from '#contract/endpoint.ts'
import type { mailFilesSchemas, outgoingMailSchemas } from './schemas.ts'

export const outgoingMail = contract<typeof outgoingMailSchemas>()('outgoingMail', {
  sender: { call: 'GET /admin/mail/sender', access: 'agent' },
  cancel: { call: 'POST /admin/mail/messages/:id/cancel', access: 'agent' },
  sendNow: { call: 'POST /admin/mail/messages/:id/send-now', access: 'agent' },
  retry: { call: 'POST /admin/mail/messages/:id/retry', access: 'agent' },
})

export const mailFiles = contract<typeof mailFilesSchemas>()('mailFiles', {
  upload: { call: 'POST /admin/mail/files', access: 'agent', stream: 'upload', status: 201 },
  download: { call: 'GET /admin/mail/files/:id/download', access: 'agent', stream: 'download' },
})
