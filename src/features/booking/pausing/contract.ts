import { z } from 'zod'
import { contract, nothing } from '../../../contract/endpoint.ts'

export const pausing = contract('pausing', {
  resume: {
    call: 'POST /admin/booking/resume',
    access: 'admin',
    summary: 'After a restore: plans reminders and calendar changes of calls to come anew.',
    input: nothing,
    output: z.object({ calls: z.number().describe('Planned anew; 0 when nothing was paused') }),
  },
})
