import { z } from 'zod'

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** PostgreSQL's `text` cannot hold U+0000, and UTF-8 cannot hold half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !loneSurrogate.test(text)
}

const unstorable = 'Contains characters that cannot be stored'

function storable(max: number, tooLong: string) {
  return z.string().trim().max(max, tooLong).refine(isStorable, unstorable)
}

/**
 * Optional text of at most `max` UTF-16 units after trimming. Absent, null and whitespace alone
 * all become the empty string.
 */
export function text(max: number) {
  return storable(max, `Use at most ${max.toLocaleString('en-US')} characters`)
    .nullish()
    .transform((value) => value ?? '')
}

/** Required text: trimmed, not blank, at most `max` UTF-16 units. */
export function required(max: number, blank: string) {
  return z
    .string({ error: blank })
    .trim()
    .min(1, blank)
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters`)
    .refine(isStorable, unstorable)
}

/** A mail address of at most 254 characters (RFC 5321 4.5.3.1.3 less the angle brackets). */
export function email(invalid: string) {
  return z
    .string({ error: invalid })
    .trim()
    .min(1, invalid)
    .max(254, invalid)
    .regex(z.regexes.email, invalid)
}

/** Time-ordered UUID (version 7) made by the server; any UUID is accepted in a path. */
export const Id = z.uuid('Not a valid id').transform((id) => id.toLowerCase())

/** A moment: `Date` inside, ISO 8601 in UTC on the wire. */
export const Time = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime())

export const ids = z.object({ id: Id })
