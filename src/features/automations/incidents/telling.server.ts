import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { incidentCauses, incidentClasses } from '#contract/vocabulary.ts'
import { type Addressed, notifyAll } from '#features/notifications/delivery/notify.server.ts'
import { withdrawTag } from '#features/notifications/delivery/withdrawing.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { automations, clients, incidents as table } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

export type IncidentDependencies = Pick<Dependencies, 'config' | 'content' | 'db' | 'encryption'>

type Cause = (typeof incidentCauses)[number]

export type Opening = {
  automationId: string
  cause: Cause
  class: (typeof incidentClasses)[number]
  at: Date
  deadlineAt: Date | null
}

const words: Record<Cause, string> = {
  missed: 'Missed',
  failed: 'Failed',
  overrun: 'Too long',
  credential: 'Credential',
  review: 'Review',
}

const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? ''

/** Incidents of one recipient within this time are one notification. */
const togetherSeconds = 60

export type Told = {
  id: string
  automationId: string
  cause: Cause
  deadlineAt: Date | null
  noticeTag: string | null
  name: string
  clientId: string
  clientName: string
  assigneeId: string | null
}

const toldColumns = {
  ...{ id: table.id, automationId: automations.id, cause: table.cause },
  ...{ deadlineAt: table.deadlineAt, noticeTag: table.noticeTag, name: automations.name },
  ...{ clientId: clients.id, clientName: clients.name, assigneeId: automations.assigneeId },
}

export const readTold = (tx: Transaction) =>
  tx
    .select(toldColumns)
    .from(table)
    .innerJoin(automations, eq(automations.id, table.automationId))
    .innerJoin(clients, eq(clients.id, automations.clientId))

/** What all receipts of an incident have. */
export function receiptOf({
  id,
  automationId,
  clientId,
  cause,
}: Pick<Told, 'id' | 'automationId' | 'clientId' | 'cause'>) {
  return {
    subject: { type: 'incident' as const, id },
    data: { automation: automationId, clientRef: clientId, cause },
    clientId,
  }
}

export const titleOf = ({ cause, name, clientName }: Told) =>
  `[${words[cause]}] ${name} · ${clientName}`

/** The client's page: automations have no page of their own yet. */
export function urlOf(told: readonly Pick<Told, 'clientId'>[]): string {
  const [first, ...others] = new Set(told.map(({ clientId }) => clientId))
  return first && others.length === 0 ? `/admin/clients/${first}` : '/admin/clients'
}

/** The assignee, else owners. */
export const toWhom = ({ assigneeId }: Told) =>
  assigneeId ? { users: [assigneeId] } : { users: [], owners: true }

const eventOf = ({ cause }: Told) =>
  cause === 'credential'
    ? ('automation.credential_expiring' as const)
    : cause === 'review'
      ? ('automation.review_due' as const)
      : ('automation.incident_opened' as const)

/** A credential is told of again when less time is left. */
const stepOf = ({ cause, deadlineAt }: Told, at: Date) => {
  if (cause !== 'credential' || !deadlineAt) return 'opened'
  const days = Math.ceil((deadlineAt.getTime() - at.getTime()) / 86_400_000)
  return `${day(deadlineAt)} ${days <= 0 ? 0 : days <= 7 ? 7 : 30}`
}

/** One alone, or several of one recipient in one. */
function noticeOf(told: readonly Told[], at: Date, tag: string): Addressed {
  const [first] = told
  if (!first) throw new Error('nothing to tell')
  const last = told.at(-1) ?? first
  const base = { event: eventOf(last), eventKey: `incident ${last.id} ${stepOf(last, at)}`, tag }
  if (told.length === 1) {
    return { ...base, title: titleOf(first), url: urlOf(told), to: toWhom(first) }
  }
  return {
    ...base,
    title: `[Incidents] ${told.length} automations need a person`,
    lines: told.map(titleOf),
    ...{ url: urlOf(told), to: toWhom(first) },
  }
}

/** Those that were told a moment ago, so that the next ones join them. */
async function toldJustNow(tx: Transaction, at: Date, but: readonly string[]): Promise<Told[]> {
  const since = new Date(at.getTime() - togetherSeconds * 1000)
  const found = await readTold(tx)
    .where(and(isNull(table.closedAt), isNull(table.acknowledgedAt), gt(table.notifiedAt, since)))
    .orderBy(table.notifiedAt, table.id)
  return found.filter(({ id }) => !but.includes(id))
}

/**
 * Tells the assignee of each automation, else owners.
 * @param isMass all of them are one summary, for assignees and owners.
 */
export async function tell(
  deps: IncidentDependencies,
  tx: Transaction,
  ids: readonly string[],
  at: Date,
  isMass: boolean,
): Promise<void> {
  if (ids.length === 0) return
  const told = await readTold(tx)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id)
  const earlier = await toldJustNow(tx, at, ids)
  const keyOf = (one: Told) => (isMass ? 'all' : (one.assigneeId ?? 'owners'))
  for (const key of new Set(told.map(keyOf))) {
    const own = told.filter((one) => keyOf(one) === key)
    const joined = [...earlier.filter((one) => isMass || keyOf(one) === key), ...own]
    const [first] = joined
    const tag = joined.length === 1 ? `incident:${first?.id}` : `incidents:${key}`
    const notice = noticeOf(joined, at, tag)
    const users = [...new Set(joined.flatMap(({ assigneeId }) => assigneeId ?? []))]
    const summary = { title: `[Incidents] ${joined.length} automations are silent together` }
    const all = isMass ? { ...notice, ...summary, to: { users, owners: true } } : notice
    for (const { noticeTag } of joined) {
      if (noticeTag && noticeTag !== tag) await withdrawTag(tx, noticeTag, 'Closed', null)
    }
    await notifyAll(deps, tx, [all])
    await tx
      .update(table)
      .set({ noticeTag: tag })
      .where(
        inArray(
          table.id,
          joined.map(({ id }) => id),
        ),
      )
    await tx
      .update(table)
      .set({ notifiedAt: at })
      .where(
        inArray(
          table.id,
          own.map(({ id }) => id),
        ),
      )
  }
}
