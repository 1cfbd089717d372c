import { z } from 'zod'
import { nothing } from '#contract/results.ts'

export const pausingSchemas = {
  resume: {
    summary: 'After a restore: plans reminders and calendar changes of calls to come anew.',
    input: nothing,
    output: z.object({ calls: z.number().describe('Planned anew; 0 when nothing was paused') }),
  },
}
