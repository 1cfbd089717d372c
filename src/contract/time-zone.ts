import { z } from 'zod'

export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 are accepted too, but know no clock changes.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A place of the IANA database, or UTC; aliases such as `US/Pacific` are kept as sent. */
export const TimeZone = z
  .string({ error: 'Unknown time zone' })
  .max(64, 'Unknown time zone')
  .refine((name) => (name === 'UTC' || name.includes('/')) && isTimeZone(name), 'Unknown time zone')
  .meta({ examples: ['Europe/Berlin'] })
