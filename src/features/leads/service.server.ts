import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { replyDue, replyPromise } from '#features/content/business-hours/reply-due.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { inquiryDetails, inquiries as table, users } from '#server/database/schema.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { addressKey } from '#server/http/client-address.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { applyStatusChanges } from '#server/service/apply-status-changes.ts'
import { record, recordDownload } from '#server/service/audit.ts'
import type { Context, Service, SignedInContext } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import type { inquiries } from './contract.ts'
import {
  countLeads,
  isConsultation,
  leadColumns,
  listLeads,
  matching,
  readLead,
  unknownInquiry,
} from './list.server.ts'
import { alertStaff, confirmToSender } from './queue-lead-mails.server.ts'
import { leadsSheet } from './spreadsheet.server.ts'
import { changeStatuses, undoStatusEffects } from './statuses.server.ts'
import { receiveLead, storeLead } from './store-lead.server.ts'

type Parsed = ParsedInput<typeof inquiries.create>

/**
 * Limits per address. Many people may share one, for example at a fair or in an office, so messages
 * beyond the first limit are only quarantined; beyond the second limit they are refused.
 */
const quarantineLimit: Budget = { name: 'contact-calm', points: 30, seconds: 60 }
const refusalLimit: Budget = { name: 'contact-flood', points: 120, seconds: 60 }

/**
 * The limit for all addresses together. It is well above a flood from one address, which must not
 * close the form to others.
 */
const globalLimit: Budget = { name: 'contact-everybody', points: 600, seconds: 60 }

/**
 * Milliseconds after opening the page. People need longer even with autofill and a pasted message.
 * A higher limit would quarantine real leads.
 */
const fastestPersonMs = 600

/**
 * The age beyond which a released message is no longer confirmed, because it would confuse its
 * sender.
 */
const oldestConfirmedMs = 7 * 86_400_000

const thanksOf = ({ content }: Context) =>
  `Thank you. We'll contact you within ${replyPromise(content.resolved())}.`

/** Signs that a program filled in the form. */
export function signsOfSpam({
  website,
  filledInMs,
}: Pick<Parsed, 'website' | 'filledInMs'>): string[] {
  const isTooFast = typeof filledInMs === 'number' && filledInMs < fastestPersonMs
  return [...(website ? ['honeypot'] : []), ...(isTooFast ? ['too_fast'] : [])]
}

async function suspicions({ limits, requester }: Context, input: Parsed): Promise<string[]> {
  const address = addressKey(requester.address)
  for (const [budget, key] of [
    [refusalLimit, address],
    [globalLimit, 'all'],
  ] as const) {
    const sentence = 'Too many messages at once. Please try again shortly.'
    await takeOrRefuse(limits, budget, key, sentence)
  }
  const fromHere = await limits.take(quarantineLimit, address)
  return [...signsOfSpam(input), ...(fromHere.allowed ? [] : ['too_many'])]
}

/**
 * Treats a released message as a new arrival, but does not notify the user who released it.
 *
 * @param confirms whether the sender gets the usual confirmation.
 */
export async function announceReleased(
  context: SignedInContext,
  tx: Transaction,
  lead: typeof table.$inferSelect,
  confirms = true,
): Promise<void> {
  const [releaser] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, context.user.id))
  await receiveLead(context, tx, lead)
  const settings = await context.content.resolvedIn(tx)
  await alertStaff(context, tx, settings, lead, releaser)
  const age = (await databaseTime(tx)).getTime() - lead.createdAt.getTime()
  if (confirms && age < oldestConfirmedMs) await confirmToSender(context, tx, settings, lead)
}

/** @returns undefined if the lead is not in quarantine. */
export async function releaseLead(
  context: SignedInContext,
  tx: Transaction,
  id: string,
  confirms = true,
): Promise<typeof table.$inferSelect | undefined> {
  const [inquiry] = await tx
    .update(table)
    .set({ quarantined: false })
    .where(and(eq(table.id, id), eq(table.quarantined, true)))
    .returning()
  if (!inquiry) return undefined
  const act = { action: 'inquiry.released', subject: 'inquiry', subjectId: id } as const
  await record(tx, context.user, act)
  await announceReleased(context, tx, inquiry, confirms)
  return inquiry
}

function exportLeads(context: SignedInContext, which: SQL | undefined): FileResponse {
  const { db } = context
  const act = { action: 'inquiry.exported', subject: 'inquiry' } as const
  return recordDownload(context, { ...act, rows: db.$count(table, which) }, leadsSheet(db, which))
}

export const inquiriesService: Service<typeof inquiries> = {
  async create(context, input) {
    const reasons = await suspicions(context, input)
    const { isNew, kind, queues, receivedAt, ...stored } = await storeLead(context, input, reasons)
    if (isNew) {
      context.metrics.leads.labels(kind, String(reasons.length > 0)).add()
      if (queues.length > 0) context.jobs.wake(...queues)
      inboxChanged(context, 'inbox', 'leads', 'notifications')
    }
    context.log.info({ event: 'inquiry_received', inquiryId: stored.id, quarantined: reasons })
    const replyBy = replyDue(context.content.resolved(), receivedAt)
    return { success: true, message: thanksOf(context), ...stored, replyBy }
  },

  list: ({ db }, listing) => listLeads(db, listing),

  async count({ db }, { consultations, ...filter }) {
    const which = consultations === 'true' ? isConsultation : undefined
    return { total: await countLeads(db, filter, which) }
  },

  show: ({ db }, { id }) => readLead(db, id),

  details({ db }, { id }) {
    const { text, createdAt, inquiryId } = inquiryDetails
    return db
      .select({ text, createdAt })
      .from(inquiryDetails)
      .where(eq(inquiryId, id))
      .orderBy(asc(createdAt), asc(inquiryDetails.id))
  },

  async setStatus(context, { id, status }) {
    const changed = await context.db.transaction(async (tx) => {
      const [before] = await tx
        .select({ status: table.status })
        .from(table)
        .where(eq(table.id, id))
        .for('update')
      if (!before) throw unknownInquiry()
      await changeStatuses(context, tx, [{ id, from: before.status, to: status }])
      const [after] = await tx.select(leadColumns).from(table).where(eq(table.id, id))
      if (!after) throw unknownInquiry()
      return after
    })
    inboxChanged(context, 'inbox', 'leads', 'notifications')
    return changed
  },

  async changeStatuses(context, { changes }) {
    const answer = await context.db.transaction(async (tx) => {
      const { changed, answer } = await applyStatusChanges(tx, table, changes)
      const undone = changes.filter(({ from }) => from).map(({ id }) => id)
      await undoStatusEffects(
        context,
        tx,
        changed.filter(({ id }) => undone.includes(id)),
      )
      await changeStatuses(context, tx, changed)
      return answer
    })
    inboxChanged(context, 'inbox', 'leads', 'notifications')
    return answer
  },

  export: async (context, { consultations, ...filter }) =>
    exportLeads(context, matching(filter, consultations === 'true' ? isConsultation : undefined)),

  exportChosen: async (context, { ids }) => exportLeads(context, inArray(table.id, ids)),

  async release(context, { id }) {
    const { db, jobs } = context
    const released = await db.transaction((tx) => releaseLead(context, tx, id))
    if (released) {
      jobs.wake()
      inboxChanged(context, 'inbox', 'leads', 'notifications')
    }
    return await readLead(db, id)
  },
}
