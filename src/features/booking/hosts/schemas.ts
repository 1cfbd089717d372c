import { z } from 'zod'
import { toAsciiHost } from '#contract/ascii-host.ts'
import { emailOrBlank, Id, momentSuchAs, storableLine, Time, text } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'
import { Week } from '#contract/settings/hours.ts'
import { TimeZone } from '#contract/time-zone.ts'
import { busyErrors, busySources } from '#contract/vocabulary.ts'

export const TimeOffNote = text(200)

const TimeOff = z.object({ id: z.string(), startsAt: Time, endsAt: Time, note: z.string() })

const WeekInterval = z.object({ day: z.number(), opens: z.string(), closes: z.string() })

const Collision = z.object({
  id: z.string(),
  start: Time,
  end: Time,
  name: z.string().nullable(),
  company: z.string().nullable(),
})

const Source = z.object({
  source: z.enum(busySources),
  address: z.string().describe('At Google, else the host of the address'),
  readable: z.boolean(),
  okAt: Time.nullable().describe('When it last answered'),
  error: z.enum(busyErrors).nullable(),
  busyCount: z.number(),
})

const Host = z.object({
  userId: z.string(),
  name: z.string().nullable().describe('As visitors see it; null for the firm’s'),
  active: z.boolean().describe('Whether they take calls'),
  zone: z.string().nullable().describe('Of their own hours, IANA; null for the firm’s'),
  weekly: z.array(WeekInterval).nullable().describe('Their own hours; null for the firm’s'),
  meetingLink: z.string().nullable(),
  googleAddress: z.string().nullable(),
  meetingTypes: z.array(z.string()).describe('Ids'),
  timeOff: z.array(TimeOff).describe('From today on'),
  sources: z.array(Source).describe('Other calendars, whose busy times count'),
  updatedAt: Time.nullable().describe('Null before the first change'),
})

const user = z.object({
  userId: z
    .union([z.literal('me'), Id])
    .describe('`me`, or the id of a user')
    .meta({ examples: ['me'] }),
})

const badLink = 'Use an https address'
export const MeetingLink = storableLine(500)
  .overwrite(toAsciiHost)
  .refine((value) => value === '' || isHttps(value), badLink)
  .meta({ pattern: '^(https://[a-z]+(\\.[a-z]+)+(/[\\w.-]*)*)?$' })
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))

/** Undefined leaves the value unchanged; null and the empty string clear it. */
const GoogleAddress = emailOrBlank('Valid email is required')
  .nullish()
  .transform((value) => (value === undefined ? undefined : value?.toLowerCase() || null))
  .describe('Whose busy times Google is asked for, and who is in its events; null for nobody')

/** Undefined leaves the value unchanged; null and the empty string clear it. */
const IcsUrl = storableLine(2_000)
  .meta({ examples: [''] })
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))
  .describe('https or webcal address of a calendar; only its host is shown afterwards')

function isHttps(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' && !url.username && !url.password
}

export const bookingHostsSchemas = {
  list: {
    summary: 'Who takes calls, or did; by name.',
    input: nothing,
    output: z.object({
      hosts: z.array(z.object({ userId: z.string(), name: z.string(), active: z.boolean() })),
    }),
  },
  show: { summary: 'When a user takes calls; of others for admins.', input: user, output: Host },
  save: {
    summary: 'Changes when a user takes calls; what is absent stays, and bookings stay.',
    input: user.extend({
      active: z.boolean().optional(),
      zone: TimeZone.nullish(),
      weekly: Week.nullish().describe('Null for the firm’s hours'),
      meetingLink: MeetingLink.describe('Where video calls take place without Google Meet'),
      googleAddress: GoogleAddress,
      icsUrl: IcsUrl,
      meetingTypes: z
        .array(Id)
        .max(200)
        .meta({ examples: [[]] })
        .optional()
        .describe('Ids; admins only'),
    }),
    output: Host,
  },
  check: {
    summary: 'Asks the other calendars of a user now.',
    input: user,
    output: z.object({ readable: z.boolean(), sources: z.array(Source) }),
  },
  addTimeOff: {
    summary: 'Adds time in which nobody can book a user.',
    input: user.extend({
      startsAt: momentSuchAs('2098-12-24T09:00:00Z'),
      endsAt: momentSuchAs('2098-12-27T17:00:00Z'),
      note: TimeOffNote,
    }),
    output: TimeOff.extend({
      collisions: z.array(Collision).describe('Calls in that time, which stay; at most 100'),
    }),
  },
  removeTimeOff: { summary: 'Removes time off.', input: user.extend({ id: Id }), output: done },
}
