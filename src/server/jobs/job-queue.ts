import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '../database/open.ts'
import { jobs as table } from '../database/schema.ts'

/** What the queue knows of a job: its name and what it is given. */
export type JobKind<P extends z.ZodObject = z.ZodObject> = { name: string; payload: P }

export type JobOptions = {
  /** While a job with this key waits, adding it again changes nothing. */
  uniqueKey?: string
  /** Not before this moment; at once unless said. */
  runAt?: Date
}

export type Jobs = {
  /** Puts work into the durable queue, with the change that causes it or not at all. */
  add<P extends z.ZodObject>(
    tx: Database | Transaction,
    kind: JobKind<P>,
    payload: z.input<P>,
    options?: JobOptions,
  ): Promise<void>
  /** Call after the commit: what was added starts now instead of at the next look. */
  wake(): void
  onWake(listener: () => void): void
}

export function openJobs(): Jobs {
  let wake = () => {}
  return {
    async add(tx, { name, payload: schema }, payload, { uniqueKey, runAt } = {}) {
      await tx
        .insert(table)
        .values({
          name,
          payload: schema.parse(payload),
          uniqueKey: uniqueKey ?? null,
          ...(runAt && { runAt }),
        })
        .onConflictDoNothing({ target: table.uniqueKey, where: sql`finished_at is null` })
    },
    wake: () => wake(),
    onWake(listener) {
      wake = listener
    },
  }
}
