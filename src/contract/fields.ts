import { z } from 'zod'
import { cutText } from './cut-text.ts'
import { addressForm, addressProblem, toAsciiDomain } from './email-address.ts'
import { maxPhoneLength, notAPhoneNumber, phoneForm } from './phone-number.ts'
import { trimmed, visible } from './visible-text.ts'

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** PostgreSQL's `text` cannot hold U+0000, and UTF-8 cannot hold an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !loneSurrogate.test(text)
}

export const unstorable = 'Contains characters that cannot be stored'

/** The message is built lazily, because formatting a number takes as long as making ten schemas. */
const tooLong = (max: number, unit = 'characters') => ({
  error: () => `Use at most ${max.toLocaleString('en-US')} ${unit}`,
})

function storable(max: number, unit?: string) {
  return z.string().overwrite(trimmed).max(max, tooLong(max, unit)).refine(isStorable, unstorable)
}

const broken = 'Use one line without tabs and other control characters'

/** Excludes control characters (tabs, line breaks) and Unicode line and paragraph separators. */
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/**
 * A single trimmed line, which is blank without a visible character. It may be blank but not
 * absent.
 */
export function storableLine(max: number, unit?: string) {
  return storable(max, unit).regex(oneLine, broken)
}

/** A line cut at `max` UTF-16 units, for text of any length that browsers send by themselves. */
export const cutLine = (max: number) =>
  z
    .string()
    .overwrite(trimmed)
    .refine(isStorable, unstorable)
    .regex(oneLine, broken)
    .transform((text) => cutText(text, max))
    .nullish()

/** Only for the OpenAPI document, which cannot express `isStorable`. */
const anyLines = { pattern: '^[^\\u0000]*$' }

const orEmpty = (unit: z.ZodString) => unit.nullish().transform((value) => value ?? '')
const orNull = (unit: z.ZodString) =>
  unit.nullish().transform((value) => (value === undefined ? undefined : value || null))

/**
 * An optional text of several lines, at most `max` code points after trimming. Absent values, null
 * and text without visible characters become the empty string.
 */
export const text = (max: number) => orEmpty(storable(max).meta(anyLines))

/** Like `text`, but a single line. */
export const line = (max: number) => orEmpty(storableLine(max))

/** An optional phone number as visitors enter it. Every kind of space becomes a plain one. */
export const PhoneNumber = orEmpty(
  storable(maxPhoneLength)
    .overwrite((number) => number.replace(/\p{Zs}/gu, ' '))
    .regex(phoneForm, notAPhoneNumber),
)

/**
 * A text that a change may leave alone or clear, at most `max` code points after trimming. Absent
 * values stay absent; null and text without visible characters become null.
 */
export const clearable = (max: number) => orNull(storable(max).meta(anyLines))

/** Like `clearable`, but a single line. */
export const clearableLine = (max: number) => orNull(storableLine(max))

/** A required text: trimmed, with a visible character, at most `max` code points. */
export function required(max: number, blank: string) {
  return z
    .string({ error: blank })
    .overwrite(trimmed)
    .regex(visible, blank)
    .max(max, tooLong(max))
    .refine(isStorable, unstorable)
}

/** Like `required`, but a single line. */
export const requiredLine = (max: number, blank: string) =>
  required(max, blank).regex(oneLine, broken)

function address(form: RegExp, invalid: string) {
  const error = ({ input }: { input?: unknown }) => addressProblem(String(input), invalid)
  return z
    .string({ error: invalid })
    .trim()
    .overwrite(toAsciiDomain)
    .max(254, { error: invalid, abort: true })
    .regex(form, { error })
}

/** An email address of at most 254 characters (RFC 5321 4.5.3.1.3 minus the angle brackets). */
export const email = (invalid: string) => address(addressForm, invalid)

/** Like `email`, but it may be blank. */
export const emailOrBlank = (invalid: string) =>
  address(new RegExp(`^$|${addressForm.source}`), invalid)

/** A time-ordered UUID (version 7) made by the server. In a path, any UUID is accepted. */
export const Id = z.uuid('Not a valid id').transform((id) => id.toLowerCase())

/** A moment in an output: `Date` in services, ISO 8601 in UTC on the wire. */
export const Time = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime())

/** The range of years that both ISO 8601 and PostgreSQL write with four digits. */
const [firstMoment, lastMoment] = [
  Date.parse('0001-01-01T00:00:00Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
]

/**
 * A moment in an input: ISO 8601 with a zone on the wire, `Date` in services. A moment outside the
 * years 1 to 9999 becomes the nearest one inside.
 */
export const Moment = momentText().transform(nearestMoment)

/** Like `Moment`, with an example for the OpenAPI document. */
export const momentSuchAs = (example: string) =>
  momentText()
    .meta({ examples: [example] })
    .transform(nearestMoment)

function momentText() {
  return z.iso.datetime({
    offset: true,
    error: 'Use a date and time such as 2026-11-24T09:00:00Z',
  })
}

function nearestMoment(text: string): Date {
  return new Date(Math.min(Math.max(Date.parse(text), firstMoment), lastMoment))
}

/** Only for the OpenAPI document. */
const notBlank = `^[^\\p{Cc}\\p{Zl}\\p{Zp}]*${visible.source}[^\\p{Cc}\\p{Zl}\\p{Zp}]*$`

/**
 * The lines of a list, at most `maxLines` of at most `max` code points. Blank lines are dropped.
 * `atLeastOne` is the message for an empty list.
 */
export function textList(maxLines: number, max: number, atLeastOne?: string) {
  const item = storableLine(max, 'characters a line')
  return z
    .array(atLeastOne ? item.meta({ pattern: notBlank }) : item)
    .meta({ minItems: atLeastOne ? 1 : 0, maxItems: maxLines })
    .transform((lines) => lines.filter((line) => line !== ''))
    .refine((lines) => lines.length <= maxLines, `Use at most ${maxLines} lines`)
    .refine((lines) => !atLeastOne || lines.length > 0, atLeastOne)
}

const slugForm = 'Use lower-case letters, digits and single hyphens, such as document-processing'

/** The part of a URL that identifies one record. */
export const Slug = z
  .string({ error: slugForm })
  .trim()
  .min(1, 'Address is required')
  .max(80, 'Use at most 80 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugForm)

const badPicture = 'Enter a path on this site, such as /icons/scan.svg, or an https address'

function isPicture(value: string): boolean {
  if (value.startsWith('/')) return /^\/(?![/\\])\S*$/.test(value)
  return URL.canParse(value) && new URL(value).protocol === 'https:'
}

/** The path or URL of an image. Absent values stay absent; null and blank text become null. */
export const PicturePath = storableLine(500)
  .refine((value) => value === '' || isPicture(value), badPicture)
  .meta({ pattern: '^(/([\\w.-]+/?)*|https://[a-z]+(\\.[a-z]+)+(/[\\w.-]*)*)?$' })
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))

const ofOurTime = /^(19|[2-9]\d)\d\d-/

const badDay = 'Enter a date between the years 1900 and 9999'

/**
 * A calendar day that a change may leave alone or clear, sent as a full timestamp or as
 * `YYYY-MM-DD`. Absent values stay absent; null and the empty string become null.
 */
export const ClearableDay = z
  .union(
    [
      z.iso.datetime({ offset: true }).regex(ofOurTime),
      z.iso.date().regex(ofOurTime),
      z.literal(''),
    ],
    { error: badDay },
  )
  .nullish()
  .transform((value, context) => {
    if (value === undefined) return undefined
    if (!value) return null
    const day = new Date(value)
    const year = day.getUTCFullYear()
    if (year >= 1900 && year <= 9999) return day
    context.addIssue({ code: 'custom', message: badDay })
    return z.NEVER
  })

/**
 * A whole number in a query string. Text that is no number becomes `otherwise`, values below 1
 * become 1, and values above `max` become `max`, so that a list is shown rather than refused.
 */
export function clamped(max: number, otherwise = 1) {
  return z
    .union([z.number(), z.string().max(100)])
    .optional()
    .transform((value) => {
      const number = value === undefined || value === '' ? otherwise : Math.trunc(Number(value))
      return Number.isNaN(number) ? otherwise : Math.min(Math.max(number, 1), max)
    })
}

export const ids = z.object({ id: Id })
