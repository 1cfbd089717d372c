import { contract } from '#contract/endpoint.ts'
import type { attentionSchemas } from './schemas.ts'

export const attention = contract<typeof attentionSchemas>()('attention', {
  show: { call: 'GET /admin/attention', access: 'agent' },
})
