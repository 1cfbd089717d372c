import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '../database/open.ts'
import { jobs as table } from '../database/schema.ts'

export type JobKind<P extends z.ZodObject = z.ZodObject> = { name: string; payload: P }

type JobOptions = {
  /** The job is not added while another one with this key waits. */
  uniqueKey?: string
  runAt?: Date
}

/** Queues that can be woken; they are also polled every two seconds. */
export type Queue = 'job_queue' | 'mail_sender' | 'notification_sender' | 'mail_intake'

export type Jobs = {
  add<P extends z.ZodObject>(
    tx: Database | Transaction,
    kind: JobKind<P>,
    payload: z.input<P>,
    options?: JobOptions,
  ): Promise<void>
  /** Adds all jobs in one statement. */
  addAll(
    tx: Database | Transaction,
    jobs: readonly (JobOptions & { kind: JobKind; payload: object })[],
  ): Promise<void>
  /**
   * Call this after the commit; otherwise the work only starts at the next poll. Wakes all queues
   * by default. Each one then queries the database.
   */
  wake(...queues: Queue[]): void
  onWake(queue: Queue, listener: () => void): void
}

export function openJobs(): Jobs {
  const listeners: { queue: Queue; listener: () => void }[] = []
  const addAll: Jobs['addAll'] = async (tx, jobs) => {
    if (jobs.length === 0) return
    await tx
      .insert(table)
      .values(
        jobs.map(({ kind, payload, uniqueKey, runAt }) => ({
          name: kind.name,
          payload: kind.payload.parse(payload),
          uniqueKey: uniqueKey ?? null,
          ...(runAt && { runAt }),
        })),
      )
      .onConflictDoNothing({ target: table.uniqueKey, where: sql`finished_at is null` })
  }
  return {
    add: (tx, kind, payload, options = {}) => addAll(tx, [{ kind, payload, ...options }]),
    addAll,
    wake(...queues) {
      for (const { queue, listener } of listeners) {
        if (queues.length === 0 || queues.includes(queue)) listener()
      }
    },
    onWake: (queue, listener) => void listeners.push({ queue, listener }),
  }
}
