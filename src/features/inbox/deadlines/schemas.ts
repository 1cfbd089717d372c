import { z } from 'zod'
import { clearable, Id, ids, Moment, Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'
import {
  deadlineEventTypes,
  deadlineKinds,
  evidenceKinds,
  inboxViews,
  reopenReasons,
  staffWaiveReasons,
  statedReplyWays,
  waiveReasons,
} from '#contract/vocabulary.ts'

const Person = z.object({ id: z.string(), name: z.string() })

const subjectType = z.enum(['inquiry', 'chat', 'thread'])
const Subject = z.object({ type: subjectType, id: Id })

/** A reply deadline with the facts of its subject. Fields that do not apply are null. */
const InboxItem = z.object({
  id: z.string(),
  kind: z.enum(deadlineKinds),
  subject: z.object({ type: subjectType, id: z.string() }),
  clientId: z.string().nullable(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  company: z.string().nullable(),
  excerpt: z.string().describe('At most 160 characters'),
  openedAt: Time,
  dueAt: Time,
  assignee: Person.nullable(),
  snoozedUntil: Time.nullable(),
  remindedAt: Time.nullable(),
  reopenedAt: Time.nullable(),
  reopenReason: z.enum(reopenReasons).nullable(),
  scheduledAt: Time.nullable().describe('Time of the earliest reply that waits to be sent'),
  metAt: Time.nullable(),
  evidence: z.enum(evidenceKinds).nullable(),
  metBy: Person.nullable(),
  how: z.enum(statedReplyWays).nullable(),
  waivedAt: Time.nullable(),
  waiveReason: z.enum(waiveReasons).nullable(),
  note: z.string().nullable(),
})
export type InboxItem = z.output<typeof InboxItem>

const count = z.number().int().describe('At most 1,000')

export const InboxCounts = z.object({
  all: count,
  mine: count,
  unassigned: count,
  overdue: count,
  snoozed: count,
})
export type InboxCounts = z.output<typeof InboxCounts>

const InboxEvent = z.object({
  id: z.string(),
  at: Time,
  type: z.enum(deadlineEventTypes),
  actor: Person.nullable().describe('Null for visitors and the product'),
  details: z.record(z.string(), z.unknown()),
})
export type InboxEvent = z.output<typeof InboxEvent>

const view = z.enum(inboxViews, { error: `Use one of ${inboxViews.join(', ')}` })
const note = clearable(500)

export const inboxSchemas = {
  list: {
    summary: 'Open reply deadlines of a view, due first, with the counts of all views.',
    input: z.object({
      view: view.optional().describe('`all` if absent'),
      kind: z.enum(deadlineKinds).optional(),
      ...numberedPaging,
    }),
    output: page(InboxItem).extend({ counts: InboxCounts }),
  },
  stats: {
    summary: 'Replies to leads in time; without waived deadlines.',
    input: z.object({
      days: z.coerce
        .number<number | string>({ error: 'Use a number from 1 to 365' })
        .int('Use a whole number')
        .min(1, 'Use at least 1')
        .max(365, 'Use at most 365')
        .optional()
        .describe('90 if absent'),
    }),
    output: z.object({
      n: z.number(),
      onTime: z.number(),
      medianMinutes: z.number().nullable(),
      byEvidence: z.object({
        mail: z.number(),
        chat: z.number(),
        booking: z.number(),
        stated: z.number(),
      }),
      open: z.number(),
      overdue: z.number(),
    }),
  },
  assignees: {
    summary: 'Active users, by name.',
    input: z.object({}),
    output: z.array(Person.extend({ presence: z.enum(['available', 'away']) })),
  },
  history: {
    summary:
      'Reply deadlines of a subject, the open one first, then the newest; and their events, oldest first.',
    input: Subject,
    output: z.object({ items: z.array(InboxItem), events: z.array(InboxEvent) }),
  },
  show: {
    summary: 'A reply deadline, open or not, and its events, oldest first.',
    input: ids,
    output: z.object({ item: InboxItem, events: z.array(InboxEvent) }),
  },
  take: {
    summary: 'Assigns a reply deadline to you, unless it is somebody else’s.',
    input: ids,
    output: InboxItem,
  },
  assign: {
    summary: 'Assigns a reply deadline to an active user, or to nobody.',
    input: ids.extend({ assigneeId: Id.nullable() }),
    output: InboxItem,
  },
  snooze: {
    summary: 'Hides a reply deadline until a time within 30 days; it stays due.',
    input: ids.extend({ until: Moment }),
    output: InboxItem,
  },
  unsnooze: { summary: 'Shows a snoozed reply deadline again.', input: ids, output: InboxItem },
  stateReply: {
    summary: 'Records that a person answered by phone, video, in person or otherwise.',
    input: ids.extend({
      how: z.enum(statedReplyWays),
      at: Moment.optional().describe('Between opening and now; now if absent'),
      note,
    }),
    output: InboxItem,
  },
  waive: {
    summary: 'Ends a reply deadline that needs no answer.',
    input: ids.extend({ reason: z.enum(staffWaiveReasons), note }),
    output: InboxItem,
  },
  reopen: {
    summary: 'Takes back a stated reply or a waiver; the due time stays.',
    input: ids,
    output: InboxItem,
  },
}
