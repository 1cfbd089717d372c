import { z } from 'zod'
import {
  clearable,
  emailOrBlank,
  Id,
  ids,
  line,
  Moment,
  momentSuchAs,
  PhoneNumber,
  Slug,
  Time,
  text,
} from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import { nothing } from '#contract/results.ts'
import { TimeZone } from '#contract/time-zone.ts'
import {
  bookingContacts,
  busyErrors,
  busySources,
  mailDeliveries,
  outcomes,
  pendingReasons,
} from '#contract/vocabulary.ts'
import { SlotDays, Slots } from '../availability/schemas.ts'
import { MeetingLink } from '../hosts/schemas.ts'

const Person = z.object({ id: z.string(), name: z.string() })

/** A call as staff see it. After an erasure, the fields of the person who booked are null. */
export const Call = z.object({
  id: z.string(),
  state: z.enum(['pending', 'booked', 'cancelled']),
  pendingReason: z.enum(pendingReasons).nullable(),
  start: Time,
  end: Time,
  zone: z.string().nullable().describe('The visitor’s, IANA'),
  type: z.string().describe('Slug of the meeting type'),
  title: z.string(),
  contact: z.enum(bookingContacts),
  host: Person,
  name: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
  inquiryId: z.string().nullable(),
  clientId: z.string().nullable(),
  outcome: z.enum(outcomes).nullable(),
  outcomeNotes: z.string().nullable().describe('What staff wrote down'),
  sequence: z.number().describe('Counts the changes'),
  link: z.string().nullable().describe('Where a video call takes place'),
  invitation: z.enum(mailDeliveries).nullable().describe('Delivery of the last invitation'),
  declined: z.boolean().describe('Whether the visitor’s calendar declined'),
  cancelledBy: z.enum(['visitor', 'staff', 'system']).nullable(),
  cancelReason: z.string().nullable(),
  collision: z
    .enum(['hours', 'time_off'])
    .nullable()
    .describe('Outside the host’s present hours, or in time off; to come'),
  isClockChanged: z.boolean().describe('By a later zone database; the moment stayed'),
  googleDiffers: z
    .object({ start: Time.nullable().describe('Where it was moved; null when it was deleted') })
    .nullable()
    .describe('How its event was last changed in Google Calendar; it was put back'),
})

export type Call = z.output<typeof Call>

const Calendar = z.object({
  host: Person,
  source: z.enum(busySources),
  readable: z.boolean(),
  okAt: Time.nullable().describe('When it last answered'),
  error: z.enum(busyErrors).nullable(),
})

const count = z.number().int().describe('At most 1,000')

export type Calendar = z.output<typeof Calendar>

const host = z
  .union([z.enum(['me', 'all']), Id])
  .meta({ examples: ['me', 'all'] })
  .optional()
  .describe('`me`, `all` or the id of a user; `all` if absent')

const sequence = z.int().describe('Of the call as it was read')
const start = momentSuchAs('2098-12-24T09:00:00Z')

export const agendaSchemas = {
  list: {
    summary: 'Calls by start, with the number of those that wait for a decision.',
    input: z.object({
      host,
      from: Moment.optional().describe('Calls that end later'),
      until: Moment.optional().describe('Calls that start earlier'),
      waiting: z
        .enum(['pending', 'outcome'])
        .optional()
        .describe('Only calls to be confirmed, or without an outcome'),
      inquiryId: Id.optional().describe('Only calls of a request, suspects too'),
      ...numberedPaging,
    }),
    output: page(Call).extend({
      waiting: z.object({ pending: count, outcome: count }),
      calendars: z.array(Calendar).describe('Busy sources of hosts'),
      paused: z.boolean().describe('After a restore: reminders and calendar changes wait'),
      hosts: z.array(Person).describe('Who takes calls, by name'),
      shareUrl: z.string().nullable().describe('Where calls can be booked'),
    }),
  },
  ofRequests: {
    summary: 'Calls to come of requests, by start; at most 1,000.',
    input: nothing,
    output: z.object({
      calls: z.array(z.object({ id: z.string(), inquiryId: z.string(), start: Time, end: Time })),
    }),
  },
  show: { summary: 'A call.', input: ids, output: Call },
  create: {
    summary: 'Books a call for somebody, at any time at which the host has no other.',
    input: z.object({
      type: Slug.describe('Of a meeting type'),
      hostId: Id,
      start,
      zone: TimeZone.optional().describe(
        'Of the visitor, IANA; if absent, that of their last call, else the firm’s',
      ),
      inquiryId: Id.nullish(),
      clientId: Id.nullish().describe('Without a request, of whom the new request is'),
      chatSessionId: Id.nullish().describe('The chat in which the call was agreed'),
      name: line(200).describe('Required without a request, client or chat'),
      email: emailOrBlank('Valid email is required')
        .nullish()
        .transform((value) => value ?? '')
        .describe('Required without a request, client or chat'),
      company: line(200),
      phone: PhoneNumber.describe('Required for a phone call, unless the request has one'),
      note: text(2000),
      contact: z.enum(bookingContacts, { error: 'Choose how the call takes place' }),
      further: z.boolean().optional().describe('Books although the request has a call to come'),
    }),
    output: Call,
  },
  slots: {
    summary: 'When a host can be booked, by days of a time zone.',
    input: SlotDays.extend({
      type: Slug.describe('Of a meeting type'),
      hostId: Id,
      without: Id.optional().describe('A call whose time counts as free'),
    }),
    output: Slots,
  },
  move: {
    summary: 'Moves a call, to any time at which its host has no other.',
    input: ids.extend({ start, sequence }),
    output: Call,
  },
  cancel: {
    summary: 'Cancels a call; again, nothing happens.',
    input: ids.extend({ sequence, reason: line(500).describe('For the visitor') }),
    output: Call,
  },
  confirm: {
    summary: 'Confirms a pending call; its request leaves the quarantine.',
    input: ids,
    output: Call,
  },
  reassign: {
    summary: 'Gives a call to another host who has its time free.',
    input: ids.extend({ hostId: Id, sequence }),
    output: Call,
  },
  setOutcome: {
    summary: 'Says whether a call took place; again, to change it.',
    input: ids.extend({
      outcome: z.enum(outcomes, { error: 'Say how the call went' }),
      notes: clearable(5000).describe('On the timeline of the client; absent notes stay'),
    }),
    output: Call,
  },
  offerAnother: {
    summary: 'Mails a link to book another time to a visitor who did not come; once.',
    input: ids,
    output: Call,
  },
  setLink: {
    summary: 'Sets where this one call takes place; null for the host’s usual link.',
    input: ids.extend({ url: MeetingLink }),
    output: Call,
  },
}

const Brief = z.object({
  booking: Call,
  words: z.array(z.object({ label: z.string(), text: z.string() })).describe('As they wrote them'),
  pages: z
    .array(z.object({ path: z.string(), at: Time, from: z.enum(['request', 'chat', 'call']) }))
    .describe('Pages they wrote from, oldest first'),
  before: z
    .array(
      z.object({
        kind: z.enum(['request', 'chat', 'call', 'client', 'project']),
        at: Time,
        text: z.string(),
        href: z.string().describe('Path in the back-office'),
      }),
    )
    .describe('Of the same address, newest first, at most 20'),
  ask: z.array(z.string()).describe('Questions that their answers leave open, at most five'),
})

export type Brief = z.output<typeof Brief>

export const callBriefsSchemas = {
  show: {
    summary: 'What is known for a call, on a page; the same data give the same page.',
    input: ids,
    output: Brief,
  },
}
