import { contract } from '#contract/endpoint.ts'
import type { callBriefsSchemas } from './schemas.ts'

export type { Brief } from './schemas.ts'

export const callBriefs = contract<typeof callBriefsSchemas>()('callBriefs', {
  show: { call: 'GET /admin/bookings/:id/brief', access: 'agent' },
})
