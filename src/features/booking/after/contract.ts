import { contract } from '#contract/endpoint.ts'
import type { pausingSchemas } from './schemas.ts'

export const pausing = contract<typeof pausingSchemas>()('pausing', {
  resume: { call: 'POST /admin/booking/resume', access: 'admin' },
})
