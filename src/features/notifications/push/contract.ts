import { contract } from '#contract/endpoint.ts'
import type { pushSchemas } from './schemas.ts'

export const push = contract<typeof pushSchemas>()('push', {
  key: { call: 'GET /admin/push/key', access: 'agent' },
  list: { call: 'GET /admin/push/subscriptions', access: 'agent' },
  subscribe: { call: 'POST /admin/push/subscriptions', access: 'agent', status: 201 },
  unsubscribe: { call: 'DELETE /admin/push/subscriptions/:id', access: 'agent' },
  test: { call: 'POST /admin/push/test', access: 'agent' },
})
