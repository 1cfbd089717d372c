import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { clients, googleSetups as table } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import type { Dependencies } from '#server/service/context.ts'
import { openSession } from '../connection/session.server.ts'
import { isTarget, setupOf } from './records.server.ts'
import { sheets, syncDashboard } from './sheets.server.ts'

const debounceMs = 5_000

export const syncDashboardJob = job({
  name: 'google.keepDashboard',
  payload: z.object({ clientId: z.uuid() }),
  async run(deps, { clientId }) {
    if (!deps.google) return
    const [client] = await deps.db.select().from(clients).where(eq(clients.id, clientId))
    const target = { clientId, service: 'sheets' } as const
    const setup = await setupOf(deps.db, target)
    if (!client || !setup?.resourceId || setup.state !== 'done') return
    const report = (change: { state?: 'missing'; url?: null; reason: string | null }) =>
      deps.db
        .update(table)
        .set({ ...change, updatedAt: sql`now()` })
        .where(isTarget(target))
    try {
      const session = await openSession(deps, 'sheets')
      if (await syncDashboard(deps, session, setup.resourceId, client)) {
        await report({ reason: null })
      } else await report({ state: 'missing', url: null, reason: sheets.gone })
    } catch (error) {
      // Only a person can reconnect Google, so retrying would not help.
      if (!(error instanceof Failure) || error.code !== 'google_reconnect') throw error
      await report({ reason: error.message })
    }
  },
})

/** Queues an update of a client's dashboard, inside the transaction that changes what it shows. */
export async function projectsChanged(
  { jobs }: Pick<Dependencies, 'jobs'>,
  tx: Database | Transaction,
  clientId: string,
): Promise<void> {
  const [dashboard] = await tx
    .select({ id: table.resourceId })
    .from(table)
    .where(and(isTarget({ clientId, service: 'sheets' }), eq(table.state, 'done')))
  if (!dashboard?.id) return
  const uniqueKey = `${syncDashboardJob.name}:${clientId}`
  const runAt = new Date(Date.now() + debounceMs)
  await jobs.add(tx, syncDashboardJob, { clientId }, { uniqueKey, runAt })
}
