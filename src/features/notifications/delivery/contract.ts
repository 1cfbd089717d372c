import { contract } from '#contract/endpoint.ts'
import type { notificationsSchemas } from './schemas.ts'

export const notifications = contract<typeof notificationsSchemas>()('notifications', {
  list: { call: 'GET /admin/notifications', access: 'agent' },
  read: { call: 'POST /admin/notifications/read', access: 'agent' },
})
