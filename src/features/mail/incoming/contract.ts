import { contract } from '#contract/endpoint.ts'
import type { incomingSchemas } from './schemas.ts'

export const incoming = contract<typeof incomingSchemas>()('incoming', {
  receive: {
    call: 'POST /mail/in',
    access: 'public',
    fromServers: true,
    stream: 'upload',
    status: 202,
  },
  status: { call: 'GET /admin/mail/status', access: 'admin' },
  unreadable: { call: 'GET /admin/mail/unreadable', access: 'admin' },
  unreadableRaw: {
    call: 'GET /admin/mail/unreadable/:id/raw',
    access: 'admin',
    stream: 'download',
  },
  html: { call: 'GET /admin/mail/messages/:id/html', access: 'agent', stream: 'download' },
  raw: { call: 'GET /admin/mail/messages/:id/raw', access: 'admin', stream: 'download' },
})
