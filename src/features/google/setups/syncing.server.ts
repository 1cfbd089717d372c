import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '../../../contract/failure.ts'
import type { Dependencies } from '../../../server/context.ts'
import type { Database, Transaction } from '../../../server/database/open.ts'
import { clients, googleSetups as table } from '../../../server/database/schema.ts'
import { job } from '../../../server/jobs/jobs.ts'
import { openSession } from '../connection/session.server.ts'
import { isTarget, setupOf } from './records.server.ts'
import { sheets, syncDashboard } from './sheets.server.ts'

/** Milliseconds; combines changes in quick succession into one write. */
const debounceMs = 5_000

export const syncDashboardJob = job({
  name: 'google.keepDashboard',
  payload: z.object({ clientId: z.string() }),
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
      const isThere = await syncDashboard(deps, session, setup.resourceId, client)
      await report(
        isThere ? { reason: null } : { state: 'missing', url: null, reason: sheets.gone },
      )
    } catch (error) {
      // Only a person can reconnect Google, so retrying would not help.
      if (!(error instanceof Failure) || error.code !== 'google_reconnect') throw error
      await report({ reason: error.message })
    }
  },
})

/**
 * Call inside the transaction that changes a client or its projects; queues an update of the
 * dashboard, if there is one.
 */
export async function projectsChanged(
  { jobs }: Pick<Dependencies, 'jobs'>,
  tx: Database | Transaction,
  clientId: string,
): Promise<void> {
  const [dashboard] = await tx
    .select({ id: table.resourceId })
    .from(table)
    .where(
      and(
        isTarget({ clientId, service: 'sheets' }),
        eq(table.state, 'done'),
        isNotNull(table.resourceId),
      ),
    )
  if (!dashboard) return
  const uniqueKey = `${syncDashboardJob.name}:${clientId}`
  const runAt = new Date(Date.now() + debounceMs)
  await jobs.add(tx, syncDashboardJob, { clientId }, { uniqueKey, runAt })
}
