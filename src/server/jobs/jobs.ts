import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Dependencies } from '../context.ts'
import { jobs as table } from '../database/schema.ts'
import { describeError } from '../http/errors.ts'
import type { JobKind } from './job-queue.ts'

export type JobDependencies = Dependencies & {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export type Job<P extends z.ZodObject = z.ZodObject> = JobKind<P> & {
  /** Recurs at this interval, once across all instances. */
  everySeconds?: number
  /** Recurs daily at this time of the server's clock, once across all instances. */
  dailyAt?: { hour: number; minute: number }
  /** A longer run counts as dead and is started again; 120 by default. */
  patienceSeconds?: number
  /** Must be idempotent: runs again when a process dies in between. */
  run(deps: JobDependencies, payload: z.output<P>): Promise<void>
}

/** Only for type inference. */
export function job<P extends z.ZodObject>(kind: Job<P>): Job {
  return kind as unknown as Job
}

/** Jobs are given up after this many failures; their rows stay for 30 days. */
const mostAttempts = 10

/** Seconds until the next attempt: 5, 10, 20 … at most an hour. */
function retryDelay(attempts: number): number {
  return Math.min(5 * 2 ** (attempts - 1), 3600)
}

const everyKey = ({ name }: JobKind) => `every:${name}`

/**
 * Next run of a recurring job; undefined for others.
 *
 * @param now also the result for an interval job that has never run.
 */
export function nextRun({ everySeconds, dailyAt }: Job, now: Date, hasRun: boolean) {
  if (dailyAt) {
    const next = new Date(now)
    next.setHours(dailyAt.hour, dailyAt.minute, 0, 0)
    if (next <= now) next.setDate(next.getDate() + 1)
    return next
  }
  return everySeconds && new Date(now.getTime() + (hasRun ? everySeconds * 1000 : 0))
}

async function planNext({ db, jobs }: Dependencies, kind: Job, hasRun: boolean): Promise<void> {
  const runAt = nextRun(kind, new Date(), hasRun)
  if (runAt) await jobs.add(db, kind, {}, { uniqueKey: everyKey(kind), runAt })
}

/** Ensures that each recurring job is queued, and removes old finished ones. */
export async function plan(deps: Dependencies, kinds: readonly Job[]): Promise<void> {
  const { db } = deps
  for (const kind of kinds) await planNext(deps, kind, false)
  const month = sql`now() - interval '30 days'`
  await db.delete(table).where(lt(table.finishedAt, month))
}

type Taken = { id: string; name: string; payload: unknown; attempts: number }

/**
 * Takes the job that has been due longest. Frees its key at once: a change during its run may need
 * another run.
 */
async function take({ db }: Dependencies, kinds: readonly Job[]): Promise<Taken | undefined> {
  const names = sql.join(
    kinds.map(({ name }) => sql`${name}`),
    sql`, `,
  )
  const patience = Math.max(120, ...kinds.map(({ patienceSeconds }) => patienceSeconds ?? 0))
  const { rows } = await db.execute<Taken>(sql`
    update ${table} set attempts = attempts + 1, unique_key = null,
      locked_until = now() + make_interval(secs => ${patience})
    where id = (
      select id from ${table}
      where finished_at is null and run_at <= now()
        and (locked_until is null or locked_until < now()) and name in (${names})
      order by run_at for update skip locked limit 1)
    returning id, name, payload, attempts`)
  return rows[0]
}

/**
 * Runs one due job.
 *
 * @returns false when none is due.
 */
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
    const givenUp = attempts >= mostAttempts
    log.error({ event: 'job_failed', job: kind.name, attempts, error: describeError(error) })
    await db
      .update(table)
      .set({
        lastError: error instanceof Error ? error.name : 'unknown',
        lockedUntil: null,
        ...(givenUp
          ? { finishedAt: sql`now()` }
          : { runAt: sql`now() + make_interval(secs => ${retryDelay(attempts)})` }),
      })
      .where(eq(table.id, taken.id))
  } finally {
    await planNext(deps, kind, true)
  }
  return true
}

const pollMs = 2_000

/**
 * Runs jobs until stopped.
 *
 * @returns a function that stops after the current job.
 */
export function startWorker(deps: JobDependencies, kinds: readonly Job[]): () => Promise<void> {
  let stopped = false
  let awake = false
  let busy: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function workAll(): Promise<void> {
    do {
      awake = false
      while (!stopped && (await work(deps, kinds))) {}
    } while (awake && !stopped)
  }
  function poll(): void {
    clearTimeout(timer)
    busy = busy.then(workAll).catch((error: unknown) => {
      deps.log.warn({ event: 'job_queue', error: describeError(error) })
    })
    void busy.then(() => {
      if (!stopped) timer = setTimeout(poll, pollMs)
    })
  }

  deps.jobs.onWake(() => {
    if (stopped || awake) return
    awake = true
    poll()
  })
  busy = plan(deps, kinds).catch((error: unknown) => {
    deps.log.warn({ event: 'job_plan', error: describeError(error) })
  })
  poll()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await busy
  }
}
