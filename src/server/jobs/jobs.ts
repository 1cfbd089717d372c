import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { describeError } from '#server/database/describe-error.ts'
import { currentMoment } from '../database/columns.ts'
import { isFree, leaseFor } from '../database/lease.ts'
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
  /** A longer run counts as dead and the job is started again. The default is 120. */
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

async function planNext(deps: Dependencies, kinds: readonly Job[], hasRun: boolean): Promise<void> {
  const now = new Date()
  const planned = kinds.flatMap((kind) => {
    const runAt = kind.nextAt ? kind.nextAt(now, deps) : nextRun(kind, now, hasRun)
    return runAt ? [{ kind, payload: {}, uniqueKey: `every:${kind.name}`, runAt }] : []
  })
  await deps.jobs.addAll(deps.db, planned)
}

export async function plan(deps: Dependencies, kinds: readonly Job[]): Promise<void> {
  const { db } = deps
  await planNext(deps, kinds, false)
  const month = sql`now() - interval '30 days'`
  await db.delete(table).where(lt(table.finishedAt, month))
}

type Taken = { id: string; name: string; payload: unknown; attempts: number }

/** The job's key is freed at once, because a change during the run may require another run. */
async function take({ db }: Dependencies, kinds: readonly Job[]): Promise<Taken | undefined> {
  const names = sql.param(kinds.map(({ name }) => name))
  const timeout = Math.max(120, ...kinds.map(({ timeoutSeconds }) => timeoutSeconds ?? 0))
  const rows = await executePrepared<Taken>(
    db,
    sql`
    update ${table} set attempts = attempts + 1, unique_key = null,
      locked_until = ${leaseFor(timeout)}
    where id = (
      select id from ${table}
      where finished_at is null and run_at <= ${currentMoment}
        and ${isFree(table.lockedUntil)} and name = any(${names}::text[])
      order by run_at for update skip locked limit 1)
    returning id, name, payload, attempts`,
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
    await db.delete(table).where(eq(table.id, taken.id))
  } catch (error) {
    const { attempts } = taken
    const givenUp = attempts >= maxAttempts
    // The delay is 5, 10, 20 … seconds, at most an hour.
    const delay = Math.min(5 * 2 ** (attempts - 1), 3600)
    log.error({ event: 'job_failed', job: kind.name, attempts, error: describeError(error) })
    await db
      .update(table)
      .set({
        lastError: error instanceof Error ? error.name : 'unknown',
        lockedUntil: null,
        ...(givenUp
          ? { finishedAt: sql`now()` }
          : { runAt: sql`now() + make_interval(secs => ${delay})` }),
      })
      .where(eq(table.id, taken.id))
  } finally {
    await planNext(deps, [kind], true)
  }
  return true
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

/** Runs jobs until the returned function is called; see `runUntilStopped`. */
export function startWorker(deps: JobDependencies, kinds: readonly Job[]): () => Promise<void> {
  return runUntilStopped(deps, 'job_queue', () => work(deps, kinds), plan(deps, kinds))
}
