import { z } from 'zod'
import { Id, ids, requiredLine, Slug, Time, text } from '#contract/fields.ts'
import { nothing } from '#contract/results.ts'
import { bookingContacts } from '#contract/vocabulary.ts'

const MeetingType = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  minutes: z.number(),
  bufferBefore: z.number(),
  bufferAfter: z.number(),
  stepMinutes: z.number(),
  noticeMinutes: z.number(),
  horizonDays: z.number(),
  changeUntilMinutes: z.number(),
  locations: z.array(z.enum(bookingContacts)),
  active: z.boolean(),
  hosts: z.array(z.string()).describe('Ids of users'),
  updatedAt: Time,
})

const whole = (min: number, max: number) => {
  const error = `Use a whole number from ${min} to ${max.toLocaleString('en-US')}`
  return z.number({ error }).int(error).min(min, error).max(max, error)
}
const fives = (min: number, max: number) =>
  whole(min, max).multipleOf(5, 'Use steps of five minutes')

const location = z.enum(bookingContacts, { error: `Use ${bookingContacts.join(', ')}` })

const fields = {
  slug: Slug.describe('Part of its address; fixed once it was booked'),
  title: requiredLine(200, 'Title is required'),
  description: text(2_000),
  minutes: fives(5, 480),
  bufferBefore: fives(0, 240).describe('Minutes before a call in which the host has no other'),
  bufferAfter: fives(0, 240),
  stepMinutes: fives(5, 240).describe('From one start to the next'),
  noticeMinutes: whole(0, 43_200)
    .meta({ examples: [240] })
    .describe('At least this long before the start'),
  horizonDays: whole(1, 365)
    .meta({ examples: [30] })
    .describe('At most this long before the start'),
  changeUntilMinutes: whole(0, 10_080).describe('Visitors move and cancel until so long before'),
  locations: z
    .array(location)
    .min(1, 'Choose at least one')
    .max(bookingContacts.length)
    .transform((all) => [...new Set(all)]),
  active: z.boolean(),
  hosts: z
    .array(Id)
    .max(200)
    .meta({ examples: [[]] })
    .describe('Ids of users who take calls'),
}

const all = z.object(fields)

export const meetingTypesSchemas = {
  list: {
    summary: 'Meeting types in display order.',
    input: nothing,
    output: z.object({ meetingTypes: z.array(MeetingType) }),
  },
  create: {
    summary: 'Adds a meeting type, last in the order; what is absent takes its usual value.',
    input: all.partial().required({ slug: true, title: true }),
    output: MeetingType,
  },
  update: {
    summary: 'Changes a meeting type; what is absent stays, and bookings stay as they are.',
    input: all.partial().extend(ids.shape),
    output: MeetingType,
  },
}
