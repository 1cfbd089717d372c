import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '../database/open.ts'
import { jobs as table } from '../database/schema.ts'

export type JobKind<P extends z.ZodObject = z.ZodObject> = { name: string; payload: P }

type JobOptions = {
  /** Adding a job does nothing while one with this key waits. */
  uniqueKey?: string
  /** Earliest start; now by default. */
  runAt?: Date
}

export type Jobs = {
  /** Adds durable work in the transaction of the change that causes it. */
  add<P extends z.ZodObject>(
    tx: Database | Transaction,
    kind: JobKind<P>,
    payload: z.input<P>,
    options?: JobOptions,
  ): Promise<void>
  /** Call after the commit to start added jobs now instead of at the next poll. */
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
