import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { incidentCauses, incidentClasses } from '#contract/vocabulary.ts'
import { type Addressed, notifyAll } from '#features/notifications/delivery/notify.server.ts'
import { withdrawTag } from '#features/notifications/delivery/withdraw-notices.server.ts'
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

/** A recipient's incidents within this many seconds share one notification. */
const togetherSeconds = 60

export type Notified = {
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

const notifiedColumns = {
  id: table.id,
  automationId: automations.id,
  cause: table.cause,
  deadlineAt: table.deadlineAt,
  noticeTag: table.noticeTag,
  name: automations.name,
  clientId: clients.id,
  clientName: clients.name,
  assigneeId: automations.assigneeId,
}

export const readNotified = (tx: Transaction) =>
  tx
    .select(notifiedColumns)
    .from(table)
    .innerJoin(automations, eq(automations.id, table.automationId))
    .innerJoin(clients, eq(clients.id, automations.clientId))

/** The parts that all receipts of an incident have in common. */
export function receiptOf({
  id,
  automationId,
  clientId,
  cause,
}: Pick<Notified, 'id' | 'automationId' | 'clientId' | 'cause'>) {
  return {
    subject: { type: 'incident' as const, id },
    data: { automation: automationId, clientRef: clientId, cause },
    clientId,
  }
}

export const titleOf = ({ cause, name, clientName }: Notified) =>
  `[${words[cause]}] ${name} · ${clientName}`

/** The path of the automation's page, or of the register if there are several. */
export function urlOf(notified: readonly Pick<Notified, 'automationId'>[]): string {
  const [first, ...others] = new Set(notified.map(({ automationId }) => automationId))
  return first && others.length === 0 ? `/admin/automations/${first}` : '/admin/automations'
}

/** The assignee, or else the owners. */
export const recipientsOf = ({ assigneeId }: Notified) =>
  assigneeId ? { users: [assigneeId] } : { users: [], owners: true }

const eventOf = ({ cause }: Notified) =>
  cause === 'credential'
    ? ('automation.credential_expiring' as const)
    : cause === 'review'
      ? ('automation.review_due' as const)
      : ('automation.incident_opened' as const)

/** The step of an incident. A credential is notified again in each step, as less time remains. */
const stepOf = ({ cause, deadlineAt }: Notified, at: Date) => {
  if (cause !== 'credential' || !deadlineAt) return 'opened'
  const days = Math.ceil((deadlineAt.getTime() - at.getTime()) / 86_400_000)
  return `${day(deadlineAt)} ${days <= 0 ? 0 : days <= 7 ? 7 : 30}`
}

/** A notice about one incident, or a joint one about several incidents of a recipient. */
function noticeOf(notified: readonly Notified[], at: Date, tag: string): Addressed {
  const [first] = notified
  if (!first) throw new Error('nothing to tell')
  const last = notified.at(-1) ?? first
  const base = { event: eventOf(last), eventKey: `incident ${last.id} ${stepOf(last, at)}`, tag }
  if (notified.length === 1) {
    return { ...base, title: titleOf(first), url: urlOf(notified), to: recipientsOf(first) }
  }
  return {
    ...base,
    title: `[Incidents] ${notified.length} automations need a person`,
    lines: notified.map(titleOf),
    url: urlOf(notified),
    to: recipientsOf(first),
  }
}

/** Incidents that were just notified, so that the next ones join their notice. */
async function readJustNotified(
  tx: Transaction,
  at: Date,
  but: readonly string[],
): Promise<Notified[]> {
  const since = new Date(at.getTime() - togetherSeconds * 1000)
  const found = await readNotified(tx)
    .where(and(isNull(table.closedAt), isNull(table.acknowledgedAt), gt(table.notifiedAt, since)))
    .orderBy(table.notifiedAt, table.id)
  return found.filter(({ id }) => !but.includes(id))
}

/**
 * Notifies the assignee of each automation, or else the owners.
 *
 * @param isMass combines all incidents in one summary for assignees and owners.
 */
export async function notifyIncidents(
  deps: IncidentDependencies,
  tx: Transaction,
  ids: readonly string[],
  at: Date,
  isMass: boolean,
): Promise<void> {
  if (ids.length === 0) return
  const notified = await readNotified(tx)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id)
  const earlier = await readJustNotified(tx, at, ids)
  const keyOf = (one: Notified) => (isMass ? 'all' : (one.assigneeId ?? 'owners'))
  for (const key of new Set(notified.map(keyOf))) {
    const own = notified.filter((one) => keyOf(one) === key)
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
