import { z } from 'zod'
import { Id, Time } from '#contract/fields.ts'

export const chatOffersSchemas = {
  show: {
    summary: 'A link with which the visitor of a chat books a call, for seven days.',
    input: z.object({ sessionId: Id }),
    output: z.object({ url: z.string(), starts: z.array(Time).describe('The next three') }),
  },
}
