import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Offered } from '../../../contract/endpoint.ts'
import { Failure } from '../../../contract/failure.ts'
import type { Database } from '../../../server/database/open.ts'
import {
  chatConnections,
  chatSessions,
  inquiries,
  jobs,
  marks,
  users,
} from '../../../server/database/schema.ts'
import { partSuffix } from '../../../server/files/upload-staging.ts'
import { describeError } from '../../../server/http/errors.ts'
import { type JobDependencies, job } from '../../../server/jobs/jobs.ts'
import { queueMail } from '../../../server/jobs/mail.ts'
import {
  type CheckRun,
  checkToken,
  findRun,
  isCheckChat,
  isCheckInquiry,
  longestRunSeconds,
  runToken,
} from '../../../server/security/self-check-token.ts'
import { stepNames } from './check-words.ts'
import { checkSteps, type selfCheck } from './contract.ts'
import { type Listener, listenerOf, StepFailed, tryChat, tryFile, tryForm } from './steps.server.ts'

const resultName = 'self-check.result'

/** A day plus two hours of slack, so that a missed check is reported. */
const overdueHours = 26

type Step = (typeof checkSteps)[number]

const Result = z.object({
  failures: z.array(z.object({ step: z.enum(checkSteps), reason: z.string(), since: z.string() })),
})
type Failures = z.output<typeof Result>['failures']

/** @throws Failure `conflict` while another check is running. */
async function begin(db: Database): Promise<{ run: CheckRun; before: CheckRun | undefined }> {
  const before = await findRun(db)
  const run = { runId: randomUUID(), storageKey: randomBytes(16).toString('hex') }
  const [claimed] = await db
    .insert(marks)
    .values({ name: runToken, value: run })
    .onConflictDoUpdate({
      target: marks.name,
      set: { value: run, at: sql`now()` },
      setWhere: lt(marks.at, sql`now() - make_interval(secs => ${longestRunSeconds})`),
    })
    .returning({ name: marks.name })
  if (!claimed) throw new Failure('conflict', 'A check is already running.')
  return { run, before }
}

async function removeTraces(
  { db, storage }: JobDependencies,
  runs: readonly (CheckRun | undefined)[],
) {
  await db.delete(inquiries).where(isCheckInquiry)
  // Lock order: the chat deletes the same row when it sees the socket close. Deleting the session
  // first could deadlock.
  const chats = db.select({ id: chatSessions.id }).from(chatSessions).where(isCheckChat)
  await db.delete(chatConnections).where(inArray(chatConnections.sessionId, chats))
  await db.delete(chatSessions).where(isCheckChat)
  for (const run of runs) {
    if (!run) continue
    await storage.remove(run.storageKey)
    await storage.remove(run.storageKey + partSuffix)
  }
}

async function attempt(
  { log }: JobDependencies,
  step: Step,
  work: () => Promise<void>,
): Promise<{ step: Step; reason: string }[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (error instanceof StepFailed) return [{ step, reason: error.message }]
    log.error({ event: 'self_check_step', step, error: describeError(error) })
    return [{ step, reason: 'something unforeseen; the log says what' }]
  }
}

async function tryEverything(deps: JobDependencies, listener: Listener, run: CheckRun) {
  return [
    ...(await attempt(deps, 'form', () => tryForm(listener, deps, run.runId))),
    ...(await attempt(deps, 'chat', () => tryChat(listener))),
    ...(await attempt(deps, 'file', () => tryFile(listener))),
  ]
}

async function lastFailures(db: Database): Promise<Failures> {
  const [found] = await db
    .select({ value: marks.value })
    .from(marks)
    .where(eq(marks.name, resultName))
  return Result.safeParse(found?.value).data?.failures ?? []
}

async function storeResult(db: Database, found: readonly { step: Step; reason: string }[]) {
  const before = await lastFailures(db)
  const now = new Date().toISOString()
  const failures: Failures = found.map(({ step, reason }) => ({
    ...{ step, reason },
    since: before.find((failure) => failure.step === step)?.since ?? now,
  }))
  const value = { failures }
  await db
    .insert(marks)
    .values({ name: resultName, value })
    .onConflictDoUpdate({ target: marks.name, set: { value, at: sql`now()` } })
  return failures
}

async function report(deps: JobDependencies, failures: Failures): Promise<void> {
  const { log, config, db } = deps
  if (failures.length === 0) {
    log.info({ event: 'self_check_passed' })
    return
  }
  log.error({ event: 'self_check_failed', failures })
  await queueMail(deps, db, {
    subject: 'The self-check failed',
    text: [
      `The nightly check of ${config.publicUrl} found that something does not work:`,
      failures
        .map(({ step, reason, since }) => `${stepNames[step]}: ${reason} (since ${since})`)
        .join('\n'),
      `What to do: look at the log of the server around this time, then check again at ${config.publicUrl}/admin.`,
    ].join('\n\n'),
  })
  deps.jobs.wake()
}

/**
 * Tests form, chat and files over HTTP as a visitor would, removes the traces and stores the
 * result.
 *
 * @throws Failure `conflict` while another check is running.
 */
export async function runSelfCheck(deps: JobDependencies): Promise<void> {
  const { db } = deps
  const { run, before } = await begin(db)
  const listener = listenerOf(deps.config, checkToken(deps, run))
  const cleanUp = (runs: (CheckRun | undefined)[]) =>
    attempt(deps, 'traces', () => removeTraces(deps, runs))
  try {
    const left = await cleanUp([before])
    const found = await tryEverything(deps, listener, run)
    const stays = await cleanUp([run])
    await report(deps, await storeResult(db, [...found, ...(stays.length > 0 ? stays : left)]))
  } finally {
    await db
      .delete(marks)
      .where(and(eq(marks.name, runToken), sql`${marks.value}->>'runId' = ${run.runId}`))
  }
}

export const checkEveryNight = job({
  name: 'self-check',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 10 },
  run: runSelfCheck,
})

/** An upgraded installation is not overdue before its first planned check. */
const plannedAt = sql`(select min(${jobs.createdAt}) from ${jobs}
  where ${jobs.name} = ${checkEveryNight.name})`

export async function readState(db: Database): Promise<Offered<typeof selfCheck.show>> {
  const isLate = (at: ReturnType<typeof sql>) =>
    sql<boolean>`coalesce(${at} < now() - make_interval(hours => ${overdueHours}), false)`
  const [[last], [first]] = await Promise.all([
    db
      .select({ at: marks.at, value: marks.value, isLate: isLate(sql`${marks.at}`) })
      .from(marks)
      .where(eq(marks.name, resultName)),
    db.select({ isLate: isLate(sql`coalesce(${plannedAt}, min(${users.createdAt}))`) }).from(users),
  ])
  if (!last) {
    const state = first?.isLate ? 'overdue' : 'pending'
    return { state, checkedAt: null, failures: [] }
  }
  const { failures } = Result.catch({ failures: [] }).parse(last.value)
  const state = last.isLate ? 'overdue' : failures.length > 0 ? 'failed' : 'verified'
  return {
    state,
    checkedAt: last.at,
    failures: failures.map(({ since, ...failure }) => ({ ...failure, since: new Date(since) })),
  }
}
