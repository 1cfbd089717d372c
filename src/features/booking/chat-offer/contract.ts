import { z } from 'zod'
import { contract } from '../../../contract/endpoint.ts'
import { Id, Time } from '../../../contract/fields.ts'

export const chatOffers = contract('chatOffers', {
  show: {
    call: 'GET /admin/chat/:sessionId/booking-link',
    access: 'agent',
    summary: 'A link with which the visitor of a chat books a call, for seven days.',
    input: z.object({ sessionId: Id }),
    output: z.object({ url: z.string(), starts: z.array(Time).describe('The next three') }),
  },
})
