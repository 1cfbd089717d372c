import { contract } from '#contract/endpoint.ts'
import type { presenceSchemas } from './schemas.ts'

export const presence = contract<typeof presenceSchemas>()('presence', {
  show: { call: 'GET /admin/presence', access: 'agent' },
  update: { call: 'PUT /admin/presence', access: 'agent' },
})
