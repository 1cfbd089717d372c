import { contract } from '#contract/endpoint.ts'
import type { callOffersSchemas } from './schemas.ts'

export type { CallOffer } from './schemas.ts'

export const callOffers = contract<typeof callOffersSchemas>()('callOffers', {
  show: { call: 'GET /admin/call-offers', access: 'agent' },
  ofChat: { call: 'GET /admin/chat/:sessionId/booking-link', access: 'agent' },
  offered: { call: 'GET /call-offers/:type', access: 'public' },
})
