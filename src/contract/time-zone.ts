import { z } from 'zod'
import { isTimeZone } from './zone-names.ts'

/** A place of the IANA database, or UTC. Aliases such as `US/Pacific` are kept as sent. */
export const TimeZone = z
  .string({ error: 'Unknown time zone' })
  .max(64, 'Unknown time zone')
  .refine((name) => (name === 'UTC' || name.includes('/')) && isTimeZone(name), 'Unknown time zone')
  .meta({ examples: ['Europe/Berlin'] })
