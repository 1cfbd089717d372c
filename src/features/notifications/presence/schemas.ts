import { z } from 'zod'
import { Moment, Time } from '#contract/fields.ts'
import { presenceStates } from '#contract/vocabulary.ts'

const Presence = z.object({ state: z.enum(presenceStates), until: Time.nullable() })

export const presenceSchemas = {
  show: { summary: 'Whether you are away.', input: z.object({}), output: Presence },
  update: {
    summary: 'Sets you away, with an optional end, or available again.',
    input: z.object({
      state: z.enum(presenceStates, { error: 'Use available or away' }),
      until: Moment.nullish().describe('End of being away'),
    }),
    output: Presence,
  },
}
