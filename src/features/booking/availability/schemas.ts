import { z } from 'zod'
import { clamped, ids, Slug, Time } from '#contract/fields.ts'
import { TimeZone } from '#contract/time-zone.ts'
import { bookingContacts } from '#contract/vocabulary.ts'
import { refusals } from './contract.ts'

const Day = z.iso
  .date('Use a date such as 2026-11-24')
  .regex(/^(19|[2-9]\d)\d\d-/, 'Use a date such as 2026-11-24')

export const SlotDays = z.object({
  zone: TimeZone.optional().describe('IANA name; the firm’s if absent'),
  from: Day.optional().describe('A day of that zone; today if absent or past'),
  days: clamped(62, 14).describe('14 if absent'),
})

export const Slots = z.object({
  type: z.string(),
  minutes: z.number(),
  zone: z.string(),
  from: z.string(),
  days: z.array(z.object({ day: z.string(), slots: z.array(z.object({ start: Time })) })),
  nextDay: z.string().nullable().describe('The first later day with a slot'),
  open: z.boolean(),
  toBeConfirmed: z.boolean().describe('No calendar can be read: times may be taken'),
})

export const availabilitySchemas = {
  show: {
    summary: 'A kind of call that can be booked.',
    input: z.object({ slug: Slug }),
    output: z.object({
      slug: z.string(),
      title: z.string(),
      description: z.string(),
      minutes: z.number(),
      horizonDays: z.number().describe('How far ahead it can be booked'),
      locations: z.array(z.enum(bookingContacts)),
      zone: z.string().describe('The firm’s, IANA'),
      open: z.boolean().describe('False while nobody takes such calls'),
    }),
  },
  slots: {
    summary: 'When a call can be booked, by days of a time zone.',
    input: SlotDays.extend({ type: Slug.describe('Of a meeting type') }),
    output: Slots,
  },
}

export const meetingTypePreviewSchemas = {
  show: {
    summary: 'Which starts the hosts of a meeting type have on a day, and what keeps others away.',
    input: ids.extend({ day: Day.optional().describe('In the firm’s zone; today if absent') }),
    output: z.object({
      zone: z.string().describe('The firm’s, IANA'),
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
