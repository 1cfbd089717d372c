import { contract } from '#contract/endpoint.ts'
import type { preferencesSchemas } from './schemas.ts'

export const preferences = contract<typeof preferencesSchemas>()('notificationPreferences', {
  show: { call: 'GET /admin/notifications/preferences', access: 'agent' },
  update: { call: 'PUT /admin/notifications/preferences', access: 'agent' },
})
