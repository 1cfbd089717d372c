import { contract } from '#contract/endpoint.ts'
import type { consultationsSchemas } from './schemas.ts'

export const consultations = contract<typeof consultationsSchemas>()('consultations', {
  list: { call: 'GET /admin/consultations', access: 'agent' },
})
