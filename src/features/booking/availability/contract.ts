import { contract } from '#contract/endpoint.ts'
import type { availabilitySchemas } from './schemas.ts'

export const availability = contract<typeof availabilitySchemas>()('availability', {
  show: { call: 'GET /meeting-types/:slug', access: 'public' },
  slots: { call: 'GET /slots', access: 'public' },
})
