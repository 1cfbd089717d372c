import { contract } from '#contract/endpoint.ts'
import type { inboxSchemas } from './schemas.ts'

export type { InboxCounts, InboxEvent, InboxItem } from './schemas.ts'

export const inbox = contract<typeof inboxSchemas>()('inbox', {
  list: { call: 'GET /admin/inbox', access: 'agent' },
  stats: { call: 'GET /admin/inbox/stats', access: 'agent' },
  assignees: { call: 'GET /admin/inbox/assignees', access: 'agent' },
  history: { call: 'GET /admin/inbox/history', access: 'agent' },
  show: { call: 'GET /admin/inbox/:id', access: 'agent' },
  take: { call: 'POST /admin/inbox/:id/take', access: 'agent' },
  assign: { call: 'POST /admin/inbox/:id/assign', access: 'agent' },
  snooze: { call: 'PUT /admin/inbox/:id/snooze', access: 'agent' },
  unsnooze: { call: 'DELETE /admin/inbox/:id/snooze', access: 'agent' },
  stateReply: { call: 'POST /admin/inbox/:id/stated-reply', access: 'agent' },
  waive: { call: 'POST /admin/inbox/:id/waive', access: 'agent' },
  reopen: { call: 'POST /admin/inbox/:id/reopen', access: 'agent' },
})
