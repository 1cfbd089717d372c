import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'
import { Day } from '../availability/schemas.ts'
import { refusals } from './contract.ts'

export const meetingTypePreviewSchemas = {
  show: {
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
}
