import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import {
  automationCredentials,
  projects,
  type automations as table,
  users,
} from '#server/database/schema.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { cronProblem, nextTime } from './schedule.ts'

export type Row = typeof table.$inferSelect
type NewRow = typeof table.$inferInsert

/** The caller's values: absent ones stay unchanged, null clears. */
export type Given = { [K in keyof NewRow]?: NewRow[K] | null }
export type Credential = { name: string; expiresOn: string }

/** The values of cleared fields. */
const cleared = {
  description: '',
  graceSeconds: 3_600,
  tools: [],
  personalData: false,
  humanCheck: 'none',
  currency: 'USD',
} satisfies Given

const daySeconds = 86_400

/** @throws Failure `invalid_input` */
function checkSeconds(field: string, value: number, min: number): void {
  if (value < min) throw fieldFailure(field, `Use at least ${min} seconds`)
}

/**
 * The resulting columns of the schedule. Those of other kinds are null.
 *
 * @throws Failure `invalid_input`
 */
function scheduleOf(before: Partial<Row>, given: Given, firmZone: string, min: number) {
  const merged = { ...before, ...given }
  const kind = merged.scheduleKind ?? 'period'
  const graceSeconds = merged.graceSeconds ?? cleared.graceSeconds
  checkSeconds('graceSeconds', graceSeconds, min)
  const none = { periodSeconds: null, cron: null, timeZone: null }
  if (kind === 'none') return { ...none, scheduleKind: kind, graceSeconds }
  if (kind === 'period') {
    const periodSeconds = merged.periodSeconds ?? daySeconds
    checkSeconds('periodSeconds', periodSeconds, min)
    return { ...none, scheduleKind: kind, graceSeconds, periodSeconds }
  }
  const { cron } = merged
  const timeZone = merged.timeZone ?? firmZone
  if (!cron) throw fieldFailure('cron', 'Say when it runs, such as 0 9 * * 1-5')
  const problem = cronProblem(cron, timeZone, Date.now())
  if (problem) throw fieldFailure('cron', problem)
  return { ...none, scheduleKind: kind, graceSeconds, cron, timeZone }
}

/** @throws Failure `invalid_input` if the project or the assignee does not exist. */
async function checkReferences(tx: Transaction, clientId: string, given: Given): Promise<void> {
  const { projectId, assigneeId } = given
  if (projectId) {
    const [project] = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.id, projectId), eq(projects.clientId, clientId)))
    if (!project) throw fieldFailure('projectId', 'Choose a project of this client')
  }
  if (!assigneeId) return
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, assigneeId), eq(users.active, true)))
  if (!user) throw fieldFailure('assigneeId', 'Choose an active user')
}

/** The values to store. @throws Failure `invalid_input` */
export async function valuesOf(
  tx: Transaction,
  before: Partial<Row> & { clientId: string },
  given: Given,
  { firmZone, min }: { firmZone: string; min: number },
) {
  await checkReferences(tx, before.clientId, given)
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue
    values[key] = value ?? cleared[key as keyof typeof cleared] ?? null
  }
  return { ...values, ...scheduleOf(before, given, firmZone, min) }
}

/**
 * Replaces the whole list.
 *
 * @throws Failure `invalid_input`
 * @returns whether the list has changed.
 */
export async function setCredentials(
  tx: Transaction,
  automationId: string,
  wanted: readonly Credential[],
): Promise<boolean> {
  const names = wanted.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    throw fieldFailure('credentials', 'Name each credential once')
  }
  const removed = await tx
    .delete(automationCredentials)
    .where(eq(automationCredentials.automationId, automationId))
    .returning({ name: automationCredentials.name, expiresOn: automationCredentials.expiresOn })
  if (wanted.length > 0) {
    await tx
      .insert(automationCredentials)
      .values(wanted.map(({ name, expiresOn }) => ({ automationId, name, expiresOn })))
  }
  const listed = (all: readonly Credential[]) =>
    all
      .map(({ name, expiresOn }) => `${expiresOn} ${name}`)
      .sort()
      .join('\n')
  return listed(removed) !== listed(wanted)
}

/** The columns of an automation that is watched again, starting now. */
export const resumed = (row: Row, now: Date): Partial<Row> => ({
  state: row.lastPingAt === null ? 'new' : 'up',
  ...dueFromNow(row, now),
  lastStartAt: null,
  lastStartRid: null,
  startExtended: false,
  restoredAt: null,
  pausedUntil: null,
})

/** When the next success is due, counted from now. Nothing is due before the first ping. */
export function dueFromNow(row: Row, now: Date): Pick<Row, 'dueAt' | 'alertAfter'> {
  const due = row.lastPingAt === null ? undefined : nextTime(row, now.getTime())
  if (due === undefined) return { dueAt: null, alertAfter: null }
  return { dueAt: new Date(due), alertAfter: new Date(due + row.graceSeconds * 1000) }
}
