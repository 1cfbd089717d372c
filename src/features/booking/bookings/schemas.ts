import { z } from 'zod'
import {
  Id,
  line,
  momentSuchAs,
  PhoneNumber,
  Slug,
  storableLine,
  Time,
  text,
} from '#contract/fields.ts'
import { PagePath } from '#contract/page-path.ts'
import { aFile, done, nothing } from '#contract/results.ts'
import { TimeZone } from '#contract/time-zone.ts'
import { bookingContacts } from '#contract/vocabulary.ts'
import { SlotDays, Slots } from '../availability/schemas.ts'

const OptionalToken = line(100)
const byToken = z.object({ token: z.string().describe('Last part of the address of the page') })

const requestToken = OptionalToken.describe('Last part of the address of the status page')
const ChatToken = line(400).describe(
  '`chat` of the link that staff sent; it names a chat or a client',
)
const start = momentSuchAs('2098-12-24T09:00:00Z').describe('One of the starts offered')
const sequence = z.int().describe('Of the call as it was read')

const host = z.object({ name: z.string().describe('A person, or the firm') })

const Hold = z.object({
  holdToken: z.string(),
  start: Time,
  end: Time,
  expiresAt: Time,
  host,
  toBeConfirmed: z.boolean(),
})

export const holdsSchemas = {
  create: {
    summary: 'Keeps a slot for five minutes while the form is filled in.',
    input: z.object({
      type: Slug.describe('Of a meeting type'),
      start,
      zone: TimeZone.describe('Of the visitor, IANA'),
      requestToken,
      host: Id.optional().describe('Who is to take the call if they are free'),
      replaces: OptionalToken.describe('Token of a hold that is given up for this one'),
    }),
    output: Hold,
  },
  extend: {
    summary: 'Keeps a held slot for five minutes from now, twice at most.',
    input: byToken,
    output: z.object({ expiresAt: Time }),
  },
  remove: {
    summary: 'Gives up a held slot; succeeds also when it is gone.',
    input: byToken,
    output: done,
  },
}

/** A booked call as its visitor may see it. */
const Meeting = z.object({
  state: z.enum(['pending', 'booked', 'cancelled']),
  start: Time,
  end: Time,
  zone: z.string().describe('The visitor’s, IANA'),
  type: z.string().describe('Slug of its meeting type'),
  title: z.string(),
  minutes: z.number(),
  contact: z.enum(bookingContacts),
  host: host.extend({ portraitUrl: z.string().nullable() }),
  sequence: z.number().describe('Counts the changes'),
  canChange: z.boolean(),
  changeUntil: Time,
  joinUrl: z.string().nullable().describe('Of video calls'),
  hasLink: z.boolean().describe('Whether the host has named where a video call takes place'),
  icsUrl: z.string().describe('The call as a calendar file'),
  cancelledBy: z.enum(['visitor', 'staff', 'system']).nullable(),
  number: z.string().nullable().describe('Of its request'),
  email: z.string().nullable().describe('For example v…@example.com'),
  phone: z.string().nullable(),
  note: z.string().nullable().describe('What the visitor wrote'),
  bookUrl: z.string().nullable().describe('Of a cancelled call: where another time is chosen'),
  mail: z.enum(['queued', 'off']),
})

const NewBooking = z.object({
  holdToken: storableLine(100),
  requestToken,
  chatToken: ChatToken,
  name: line(200).describe('Required without a request'),
  email: line(254).describe('Required without a request; a valid address'),
  company: line(200),
  phone: PhoneNumber.describe('Required for a phone call, unless the request has one'),
  note: text(2000),
  contact: z
    .enum(bookingContacts, { error: 'Choose how the call takes place' })
    .describe('One of the locations of the meeting type'),
  zone: TimeZone.describe('Of the visitor, IANA'),
  page: PagePath,
  website: z.string().max(1000).nullish().describe('Left empty by people'),
  filledInMs: z.number().nullish().describe('Milliseconds from opening the page to submission'),
})

export const meetingsSchemas = {
  create: {
    summary: 'Books a held slot; the same hold again answers the same call.',
    input: NewBooking,
    output: z.object({
      success: z.literal(true),
      state: Meeting.shape.state.describe('cancelled only when the hold is sent again'),
      start: Time,
      end: Time,
      zone: z.string(),
      host,
      meetingToken: z.string(),
      meetingUrl: z.string().describe('For the visitor alone'),
      joinUrl: z.string().nullable(),
      icsUrl: z.string(),
      mail: z.enum(['queued', 'off']),
    }),
  },
  show: {
    summary: 'A call as its visitor may see it, until 30 days after its end.',
    input: byToken,
    output: Meeting,
  },
  invite: {
    summary: 'A call as a calendar file (iCalendar, RFC 5545).',
    input: byToken,
    output: aFile,
  },
  ofRequest: {
    summary: 'The latest call of a request, if any.',
    input: byToken,
    output: z.object({ meeting: Meeting.extend({ meetingUrl: z.string() }).nullable() }),
  },
  slots: {
    summary: 'When a call can be moved to, by days of a time zone; its own time counts as free.',
    input: SlotDays.extend(byToken.shape),
    output: Slots,
  },
  move: {
    summary: 'Moves a call; the present start changes nothing.',
    input: byToken.extend({ start, zone: TimeZone, sequence }),
    output: Meeting,
  },
  cancel: {
    summary: 'Cancels a call; again, nothing happens.',
    input: byToken.extend({ sequence, reason: line(500) }),
    output: Meeting,
  },
}

export const visitsSchemas = {
  openTypes: {
    summary: 'Kinds of call that somebody takes, in display order.',
    input: nothing,
    output: z.object({
      meetingTypes: z.array(z.object({ slug: z.string(), title: z.string(), changedAt: Time })),
    }),
  },
  hold: {
    summary: 'A held slot, until an hour after it was no longer kept; changes nothing.',
    input: byToken.extend({ chat: ChatToken }),
    output: z.object({
      known: z
        .object({ isPerson: z.boolean(), isCompany: z.boolean() })
        .describe('Whether the link tells who books'),
      type: z.object({
        slug: z.string(),
        title: z.string(),
        minutes: z.number(),
        locations: z.array(z.enum(bookingContacts)),
      }),
      start: Time,
      end: Time,
      expiresAt: Time.describe('When it was no longer kept, if past'),
      mayExtend: z.boolean(),
      isTaken: z.boolean().describe('The time went to somebody else meanwhile'),
      host,
      meetingUrl: z.string().nullable().describe('Of the call it has become'),
    }),
  },
  join: {
    summary: 'Where a call takes place, until 30 days after its end.',
    input: byToken,
    output: z.object({
      url: z.string().nullable().describe('Null until the host has named it'),
      state: z.enum(['pending', 'booked', 'cancelled']),
      start: Time,
      end: Time,
      zone: z.string().describe('The visitor’s, IANA'),
      title: z.string(),
      host,
    }),
  },
}
