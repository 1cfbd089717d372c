import { contract } from '#contract/endpoint.ts'
import type { chatOffersSchemas } from './schemas.ts'

export const chatOffers = contract<typeof chatOffersSchemas>()('chatOffers', {
  show: { call: 'GET /admin/chat/:sessionId/booking-link', access: 'agent' },
})
