import { and, eq, exists, isNull, lt, not, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { describeError } from '#server/database/describe-error.ts'
import { currentMoment } from '../database/columns.ts'
import type { Database, Transaction } from '../database/open.ts'
import { executePrepared } from '../database/prepared.ts'
import { jobs as table } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'
import type { JobKind, Queue } from '../service/job-queue.ts'

export type JobDependencies = Dependencies & {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export type Job<P extends z.ZodObject = z.ZodObject> = JobKind<P> & {
  everySeconds?: number
  /** In the server's local time. */
  dailyAt?: { hour: number; minute: number }
  /** Computes the first run after `now`. */
  nextAt?(now: Date, deps: Dependencies): Date
  /** A longer run counts as dead, and the job is started again. The default is 120. */
  timeoutSeconds?: number
  /** The work must be idempotent. */
  run(deps: JobDependencies, payload: z.output<P>): Promise<void>
}

export function job<P extends z.ZodObject>(kind: Job<P>): Job {
  return kind as unknown as Job
}

/** After this many attempts a job is abandoned. Its row stays for 30 days. */
const maxAttempts = 10

/** The next run of a job without `nextAt`; undefined when the job does not recur. */
export function nextRun({ everySeconds, dailyAt }: Job, now: Date, hasRun: boolean) {
  if (dailyAt) {
    const next = new Date(now)
    next.setHours(dailyAt.hour, dailyAt.minute, 0, 0)
    if (next <= now) next.setDate(next.getDate() + 1)
    return next
  }
  return everySeconds && new Date(now.getTime() + (hasRun ? everySeconds * 1000 : 0))
}

/** Undefined for a job that does not recur. */
const nextTurn = (deps: Dependencies, kind: Job, now: Date, hasRun: boolean) =>
  kind.nextAt ? kind.nextAt(now, deps) : nextRun(kind, now, hasRun)

/** A recurring job has one row: the one that waits for the next turn. */
const turnKey = ({ name }: Job) => `every:${name}`

async function planNext(
  deps: Dependencies,
  tx: Database | Transaction,
  kinds: readonly Job[],
  hasRun: boolean,
): Promise<void> {
  const now = new Date()
  const planned = kinds.flatMap((kind) => {
    const runAt = nextTurn(deps, kind, now, hasRun)
    return runAt ? [{ kind, payload: {}, uniqueKey: turnKey(kind), runAt }] : []
  })
  await deps.jobs.addAll(tx, planned)
}

export async function plan(deps: Dependencies, kinds: readonly Job[]): Promise<void> {
  const { db } = deps
  await planNext(deps, db, kinds, false)
  const month = sql`now() - interval '30 days'`
  await db.delete(table).where(lt(table.finishedAt, month))
}

/** `key` is null for a job without one, and after a crash. */
type Taken = { id: string; name: string; payload: unknown; attempts: number; key: string | null }

/**
 * The job's key is freed at once, because a change during the run may require another run. The
 * query is materialized: run once for each row of the table, it would take several jobs.
 */
async function take({ db }: Dependencies, kinds: readonly Job[]): Promise<Taken | undefined> {
  const names = sql.param(kinds.map(({ name }) => name))
  const timeouts = sql.param(kinds.map(({ timeoutSeconds = 120 }) => timeoutSeconds))
  const rows = await executePrepared<Taken>(
    db,
    sql`
    with due as materialized (
      select d.id, d.unique_key, kind.seconds from ${table} d
      join unnest(${names}::text[], ${timeouts}::int[]) as kind (name, seconds) using (name)
      where d.finished_at is null and d.run_at <= ${currentMoment}
        and (d.locked_until is null or d.locked_until < now())
      order by d.run_at for update of d skip locked limit 1)
    update ${table} j set attempts = attempts + 1, unique_key = null,
      locked_until = now() + make_interval(secs => due.seconds)
    from due where j.id = due.id
    returning j.id, j.name, j.payload, j.attempts, due.unique_key as key`,
  )
  return rows[0]
}

/** @returns false when no job is due. */
export async function work(deps: JobDependencies, kinds: readonly Job[]): Promise<boolean> {
  const taken = await take(deps, kinds)
  if (!taken) return false
  const { db, log } = deps
  const kind = kinds.find(({ name }) => name === taken.name)
  if (!kind) return true
  try {
    await kind.run(deps, kind.payload.parse(taken.payload))
    // If this fails, the job is taken again after its lease.
    await db.transaction(async (tx) => {
      await tx.delete(table).where(eq(table.id, taken.id))
      await planNext(deps, tx, [kind], true)
    })
  } catch (error) {
    const { attempts } = taken
    log.error({ event: 'job_failed', job: kind.name, attempts, error: describeError(error) })
    await postpone(deps, kind, taken, error instanceof Error ? error.name : 'unknown')
  }
  return true
}

/**
 * Lets a failed job run again after 5, 10, 20 … seconds, at most an hour. A recurring one is never
 * given up, and never waits longer than until its next turn.
 */
async function postpone(deps: Dependencies, kind: Job, taken: Taken, lastError: string) {
  const { db } = deps
  const { id, attempts, key } = taken
  const own = eq(table.id, id)
  const delay = Math.min(5 * 2 ** Math.min(attempts - 1, 10), 3600)
  const failed = { lastError, lockedUntil: null }
  const retryAt = sql`now() + make_interval(secs => ${delay})`
  const uniqueKey = turnKey(kind)
  // A kind that recurs may also be asked for in between, under another key.
  const turn = (key ?? uniqueKey) === uniqueKey && nextTurn(deps, kind, new Date(), true)
  if (!turn) {
    const givenUp = attempts >= maxAttempts
    const next = givenUp ? { finishedAt: sql`now()` } : { runAt: retryAt }
    await db
      .update(table)
      .set({ ...failed, ...next })
      .where(own)
    return
  }
  const isPlanned = exists(
    db
      .select()
      .from(table)
      .where(and(eq(table.uniqueKey, uniqueKey), isNull(table.finishedAt))),
  )
  const runAt = sql`least(${retryAt}, ${turn.toISOString()}::timestamptz)`
  const kept = await db
    .update(table)
    .set({ ...failed, runAt, uniqueKey })
    .where(and(own, not(isPlanned)))
    .returning({ id: table.id })
  // Another instance has planned the next turn meanwhile.
  if (kept.length === 0) await db.delete(table).where(own)
}

const pollMs = 2_000

/**
 * Repeats `step` until it returns false, and again after each wake of the queue or poll. Errors are
 * logged under the queue's name.
 *
 * @returns a function that stops after the current step.
 */
export function runUntilStopped(
  deps: JobDependencies,
  queue: Queue,
  step: () => Promise<boolean>,
  ready: Promise<void> = Promise.resolve(),
): () => Promise<void> {
  let stopped = false
  let awake = false
  let isWorking = false
  let timer: NodeJS.Timeout | undefined
  const report = (error: unknown) => deps.log.warn({ event: queue, error: describeError(error) })
  let busy = ready.catch(report)

  async function workAll(): Promise<void> {
    isWorking = true
    try {
      do {
        awake = false
        while (!stopped && (await step())) {}
      } while (awake && !stopped)
    } finally {
      isWorking = false
    }
  }
  function poll(): void {
    clearTimeout(timer)
    busy = busy.then(workAll).catch(report)
    void busy.then(() => {
      if (!stopped) timer = setTimeout(poll, pollMs)
    })
  }

  deps.jobs.onWake(queue, () => {
    if (stopped || awake) return
    awake = true
    // Work in progress checks `awake` before it ends.
    if (!isWorking) poll()
  })
  poll()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await busy
  }
}

/** How many jobs an instance runs at once, so that a slow one does not hold up the others. */
const maxConcurrent = 3

/** Runs jobs until the returned function is called; see `runUntilStopped`. */
export function startWorker(deps: JobDependencies, kinds: readonly Job[]): () => Promise<void> {
  const planned = plan(deps, kinds)
  const stops = Array.from({ length: maxConcurrent }, () =>
    runUntilStopped(deps, 'job_queue', () => work(deps, kinds), planned),
  )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
