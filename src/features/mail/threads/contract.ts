import { contract } from '#contract/endpoint.ts'
import type { mailThreadsSchemas } from './schemas.ts'

export type { MailFile, MailMessage, MailThread } from './schemas.ts'

/** Limits for the files and documents of one mail, which stays below 25 MB when encoded. */
export const attachments = { max: 10, bytes: 18_874_368 }

export const maxTextCharacters = 20_000

export const mailThreads = contract<typeof mailThreadsSchemas>()('mailThreads', {
  list: { call: 'GET /admin/mail/threads', access: 'agent' },
  show: { call: 'GET /admin/mail/threads/:id', access: 'agent' },
  create: { call: 'POST /admin/mail/threads', once: true, access: 'agent', status: 201 },
  write: {
    call: 'POST /admin/mail/threads/:id/messages',
    once: true,
    access: 'agent',
    status: 201,
  },
  update: { call: 'PATCH /admin/mail/threads/:id', access: 'agent' },
})
