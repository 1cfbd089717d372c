import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import type { AnswerWay, RequestState } from '#contract/vocabulary.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { publicProfile } from '#server/database/public-profile.ts'
import {
  replyDeadlines as deadlines,
  inquiryDetails as details,
  replyDeadlineEvents as events,
  inquiries as leads,
  requestTokens as tokens,
  users,
} from '#server/database/schema.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { requests } from './contract.ts'
import { sentWords } from './sent.server.ts'

type Reader = Database | Transaction
export type Lead = typeof leads.$inferSelect
type Deadline = typeof deadlines.$inferSelect

/** The number of days after the last act of either side. */
const shownDays = 90

/** The time of the last act of a person. Passing a threshold is not such an act. */
const lastAct = sql`greatest(
  ${leads.createdAt},
  ${leads.senderDisputedAt},
  (select max(d.created_at) from ${details} d where d.inquiry_id = ${leads.id}),
  (select max(greatest(d.opened_at, d.met_at, d.waived_at, d.reopened_at, d.reminded_at))
    from ${deadlines} d where d.inquiry_id = ${leads.id}),
  (select max(e.at) from ${events} e join ${deadlines} d on d.id = e.deadline_id
    where d.inquiry_id = ${leads.id} and e.type = 'assigned'))`

/**
 * The lead of a status page, found by the hash of its token.
 *
 * @param lock blocks other changes of the lead until the transaction ends.
 * @throws Failure `not_found`, the same for every reason not to show a lead.
 */
export async function findLead(db: Reader, token: string, lock = false): Promise<Lead> {
  const hash = hashOfToken(token)
  if (!hash) throw nothingHere()
  const query = db
    .select({
      lead: leads,
      isShown: sql<boolean>`${lastAct} > now() - make_interval(days => ${shownDays})`,
    })
    .from(tokens)
    .innerJoin(leads, eq(leads.id, tokens.inquiryId))
    .where(eq(tokens.tokenHash, hash))
  const [found] = await (lock ? query.for('no key update', { of: leads }) : query)
  if (!found?.isShown) throw nothingHere()
  return found.lead
}

/** The open deadline of a lead, or else the one that ended last. */
export async function newestDeadline(
  db: Reader,
  { id }: Lead,
): Promise<(Deadline & { isOverdue: boolean }) | undefined> {
  const ended = sql`coalesce(${deadlines.metAt}, ${deadlines.waivedAt})`
  const [newest] = await db
    .select({ ...getTableColumns(deadlines), isOverdue: sql<boolean>`${deadlines.dueAt} <= now()` })
    .from(deadlines)
    .where(eq(deadlines.inquiryId, id))
    .orderBy(sql`${ended} desc nulls first, ${deadlines.openedAt} desc`)
    .limit(1)
  return newest
}

export function stateOf(deadline: Deadline | undefined): RequestState {
  if (!deadline) return 'received'
  if (deadline.metAt) return 'answered'
  if (deadline.waivedAt) return deadline.waiveReason === 'withdrawn' ? 'withdrawn' : 'closed'
  if (deadline.reopenReason === 'bounced') return 'bounced'
  return deadline.assigneeId ? 'assigned' : 'received'
}

/** Visitors see the display name, never the username. */
async function shownOf(db: Reader, userId: string | null, firm: string) {
  const [user] = userId
    ? await db
        .select({ profile: publicProfile(users) })
        .from(users)
        .where(eq(users.id, userId))
    : []
  const { name, title = null, portraitUrl = null } = user?.profile ?? {}
  return { name: name || firm, title, portraitUrl }
}

async function assignedAt(db: Reader, { id, openedAt }: Deadline): Promise<Date> {
  const [{ at } = { at: null }] = await db
    .select({ at: sql<Date | null>`max(${events.at})`.mapWith(events.at) })
    .from(events)
    .where(sql`${events.deadlineId} = ${id} and ${events.type} = 'assigned'`)
  // Without such an event, the assignee was set when the deadline was opened.
  return at ?? openedAt
}

function wayOf({ evidence, how }: Deadline): AnswerWay {
  return evidence === 'stated' ? (how ?? 'other') : (evidence ?? 'other')
}

type Answer = Pick<Offered<typeof requests.show>, 'answeredAt' | 'answeredBy' | 'answeredHow'>

async function answerIn(db: Reader, deadline: Deadline | undefined, firm: string): Promise<Answer> {
  if (!deadline?.metAt) return { answeredAt: null, answeredBy: null, answeredHow: null }
  const { name: answeredBy } = await shownOf(db, deadline.metBy, firm)
  return { answeredAt: deadline.metAt, answeredBy, answeredHow: wayOf(deadline) }
}

/** The fields of a lead that its sender may see. */
export async function readStatus(
  { content }: Pick<Dependencies, 'content'>,
  db: Reader,
  lead: Lead,
): Promise<Offered<typeof requests.show>> {
  const { firm, hours } = content.resolved()
  const newest = await newestDeadline(db, lead)
  const state = stateOf(newest)
  const isOpen = newest !== undefined && !newest.metAt && !newest.waivedAt
  const isAssigned = isOpen && newest.assigneeId !== null
  const hasDue = newest !== undefined && !newest.waivedAt && !lead.quarantined
  const assignee = isAssigned ? await shownOf(db, newest.assigneeId, firm.name) : null
  const added = await db
    .select({ text: details.text, createdAt: details.createdAt })
    .from(details)
    .where(eq(details.inquiryId, lead.id))
    .orderBy(asc(details.createdAt), asc(details.id))
  return {
    number: lead.number,
    kind: lead.kind,
    state,
    receivedAt: lead.createdAt,
    dueAt: hasDue ? newest.dueAt : null,
    ...(await answerIn(db, newest, firm.name)),
    assignee: assignee?.name ?? null,
    assigneeTitle: assignee?.title ?? null,
    assigneePortraitUrl: assignee?.portraitUrl ?? null,
    assignedAt: isAssigned ? await assignedAt(db, newest) : null,
    canRemind: isOpen && hasDue && newest.isOverdue && !newest.remindedAt,
    remindedAt: newest?.remindedAt ?? null,
    disputedAt: lead.senderDisputedAt,
    sent: sentWords(lead),
    details: added,
    timeZone: hours.timeZone,
    zoneLabel: hours.zoneLabel,
  }
}
