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
  storedState,
  users,
} from '../../../server/database/schema.ts'
import { partSuffix } from '../../../server/files/upload-staging.ts'
import { describeError } from '../../../server/http/errors.ts'
import { type JobDependencies, job } from '../../../server/jobs/jobs.ts'
import { inboxChanged } from '../../../server/live/inbox.ts'
import { queueStaffMail } from '../../../server/mail/outgoing.ts'
import {
  type CheckRun,
  checkToken,
  findRun,
  isCheckChat,
  isCheckInquiry,
  isFresh,
  longestRunSeconds,
  runToken,
} from '../../../server/security/self-check-token.ts'
import { notify } from '../../notifications/delivery/notify.server.ts'
import { stepNames } from './check-words.ts'
import { checkSteps, type selfCheck } from './contract.ts'
import { tryRoundTrip } from './round-trip.server.ts'
import { listenerOf, StepFailed, tryChat, tryFile, tryForm, tryMailServer } from './steps.server.ts'

const resultName = 'self-check.result'

/** A day plus two hours of slack. */
const overdueHours = 26

type Step = (typeof checkSteps)[number]

const Result = z.object({
  failures: z.array(z.object({ step: z.enum(checkSteps), reason: z.string(), since: z.string() })),
  skipped: z.array(z.enum(checkSteps)).default([]),
})
type Failures = z.output<typeof Result>['failures']

/** @throws Failure `conflict` while another check is running. */
async function begin(db: Database): Promise<{ run: CheckRun; before: CheckRun | undefined }> {
  const before = await findRun(db)
  const run = { runId: randomUUID(), storageKey: randomBytes(16).toString('hex') }
  const [claimed] = await db
    .insert(storedState)
    .values({ name: runToken, value: run })
    .onConflictDoUpdate({
      target: storedState.name,
      set: { value: run, at: sql`now()` },
      setWhere: lt(storedState.at, sql`now() - make_interval(secs => ${longestRunSeconds})`),
    })
    .returning({ name: storedState.name })
  if (!claimed) throw new Failure('conflict', 'A check is already running.')
  return { run, before }
}

async function removeTraces({ db, storage }: JobDependencies, run: CheckRun | undefined) {
  await db.delete(inquiries).where(isCheckInquiry)
  // Lock order: the chat deletes the same row when it sees the socket close. Deleting the session
  // first could deadlock.
  const chats = db.select({ id: chatSessions.id }).from(chatSessions).where(isCheckChat)
  await db.delete(chatConnections).where(inArray(chatConnections.sessionId, chats))
  await db.delete(chatSessions).where(isCheckChat)
  if (!run) return
  await storage.remove(run.storageKey)
  await storage.remove(run.storageKey + partSuffix)
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

async function lastFailures(db: Database): Promise<Failures> {
  const [found] = await db
    .select({ value: storedState.value })
    .from(storedState)
    .where(eq(storedState.name, resultName))
  return Result.safeParse(found?.value).data?.failures ?? []
}

async function storeResult(
  db: Database,
  found: readonly { step: Step; reason: string }[],
  skipped: Step[],
) {
  const before = await lastFailures(db)
  const now = new Date().toISOString()
  const failures: Failures = found.map(({ step, reason }) => ({
    ...{ step, reason },
    since: before.find((failure) => failure.step === step)?.since ?? now,
  }))
  const value = { failures, skipped }
  await db
    .insert(storedState)
    .values({ name: resultName, value })
    .onConflictDoUpdate({ target: storedState.name, set: { value, at: sql`now()` } })
  return failures
}

async function report(deps: JobDependencies, failures: Failures): Promise<void> {
  const { log, config, db } = deps
  if (failures.length === 0) {
    log.info({ event: 'self_check_passed' })
    return
  }
  log.error({ event: 'self_check_failed', failures })
  const subject = 'The self-check failed'
  const lines = failures.map(
    ({ step, reason, since }) => `${stepNames[step]}: ${reason} (since ${since})`,
  )
  await db.transaction(async (tx) => {
    await queueStaffMail(deps, tx, {
      ...{ kind: 'notification', subject },
      text: [
        `The nightly check of ${config.publicUrl} found that something does not work:`,
        lines.join('\n'),
        `What to do: look at the log of the server around this time, then check again at ${config.publicUrl}/admin.`,
      ].join('\n\n'),
    })
    await notify(deps, tx, {
      ...({ event: 'self_check.failed', eventKey: `self-check ${randomUUID()}` } as const),
      ...{ title: subject, lines, url: '/admin', to: 'everybody', alsoToStaff: true },
    })
  })
  deps.jobs.wake()
  inboxChanged(deps, 'notifications')
}

/**
 * Tests form, chat and files over HTTP as a visitor would, and mail, which comes back to us where
 * mail comes in and else goes no further than the server's consent; removes the traces
 * and stores the result.
 *
 * @returns its end, once it has begun.
 * @throws Failure `conflict` while another check is running.
 */
export async function beginSelfCheck(deps: JobDependencies): Promise<{ end: Promise<void> }> {
  return { end: finish(deps, await begin(deps.db)) }
}

type Begun = Awaited<ReturnType<typeof begin>>

async function finish(deps: JobDependencies, { run, before }: Begun): Promise<void> {
  const { db, config } = deps
  const { mail } = config
  const listener = listenerOf(deps.config, checkToken(deps, run))
  const tryMailOf =
    (mail: NonNullable<typeof config.mail>, { runId }: CheckRun) =>
    () =>
      config.intake ? tryRoundTrip(deps, runId) : tryMailServer(mail)
  const cleanUp = (of: CheckRun | undefined) =>
    attempt(deps, 'traces', () => removeTraces(deps, of))
  try {
    const left = await cleanUp(before)
    const found = [
      ...(await attempt(deps, 'form', () => tryForm(listener, deps, run.runId))),
      ...(await attempt(deps, 'chat', () => tryChat(listener))),
      ...(await attempt(deps, 'file', () => tryFile(listener))),
      ...(mail ? await attempt(deps, 'mail', tryMailOf(mail, run)) : []),
    ]
    const stays = await cleanUp(run)
    const failures = [...found, ...(stays.length > 0 ? stays : left)]
    await report(deps, await storeResult(db, failures, mail ? [] : ['mail']))
  } finally {
    await db
      .delete(storedState)
      .where(
        and(eq(storedState.name, runToken), sql`${storedState.value}->>'runId' = ${run.runId}`),
      )
  }
}

export const checkEveryNight = job({
  name: 'self-check',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 10 },
  run: async (deps) => (await beginSelfCheck(deps)).end,
})

/** An upgraded installation is not overdue before its first planned check. */
const plannedAt = sql`(select min(${jobs.createdAt}) from ${jobs}
  where ${jobs.name} = ${checkEveryNight.name})`

export async function readState(db: Database): Promise<Offered<typeof selfCheck.show>> {
  const isLate = (at: ReturnType<typeof sql>) =>
    sql<boolean>`coalesce(${at} < now() - make_interval(hours => ${overdueHours}), false)`
  const [[last], [first], [running]] = await Promise.all([
    db
      .select({
        at: storedState.at,
        value: storedState.value,
        isLate: isLate(sql`${storedState.at}`),
      })
      .from(storedState)
      .where(eq(storedState.name, resultName)),
    db.select({ isLate: isLate(sql`coalesce(${plannedAt}, min(${users.createdAt}))`) }).from(users),
    db
      .select({ since: storedState.at })
      .from(storedState)
      .where(and(eq(storedState.name, runToken), isFresh)),
  ])
  const runningSince = running?.since ?? null
  if (!last) {
    const state = first?.isLate ? 'overdue' : 'pending'
    return { state, checkedAt: null, runningSince, failures: [], skipped: [] }
  }
  const { failures, skipped } = Result.catch({ failures: [], skipped: [] }).parse(last.value)
  const state = last.isLate ? 'overdue' : failures.length > 0 ? 'failed' : 'verified'
  return {
    state,
    checkedAt: last.at,
    runningSince,
    skipped,
    failures: failures.map(({ since, ...failure }) => ({ ...failure, since: new Date(since) })),
  }
}
