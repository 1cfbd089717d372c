import { z } from 'zod'
import { contract } from '../../../contract/endpoint.ts'
import { ids, Time } from '../../../contract/fields.ts'
import { Day } from '../availability/contract.ts'

/** Why a host has no start at a time; `closed` where there are no hours at all. */
export const refusals = [
  ...(['unreadable', 'closed', 'holiday', 'time_off'] as const),
  ...(['notice', 'horizon', 'booked', 'busy', 'buffer'] as const),
] as const
export type Refusal = (typeof refusals)[number]

export const meetingTypePreview = contract('meetingTypePreview', {
  show: {
    call: 'GET /admin/meeting-types/:id/preview',
    access: 'admin',
    summary: 'The next starts of a meeting type, and why its hosts have none on a day.',
    input: ids.extend({ day: Day.optional().describe('In the firm’s zone; today if absent') }),
    output: z.object({
      zone: z.string().describe('The firm’s, IANA'),
      starts: z.array(Time).describe('The next ten'),
      toBeConfirmed: z.boolean(),
      day: z.string(),
      hosts: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          starts: z.array(Time).describe('Of the day'),
          reasons: z.array(z.enum(refusals)).describe('What keeps other starts of the day away'),
        }),
      ),
    }),
  },
})
