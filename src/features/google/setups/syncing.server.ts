import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '../../../contract/failure.ts'
import type { Dependencies } from '../../../server/context.ts'
import type { Database, Transaction } from '../../../server/database/open.ts'
import { clients, googleSetups as table } from '../../../server/database/schema.ts'
import { job } from '../../../server/jobs/jobs.ts'
import { openSession } from '../connection/session.server.ts'
import { setupOf } from './records.server.ts'
import { syncDashboard } from './sheets.server.ts'

const payload = z.object({ clientId: z.string() })

/** Milliseconds; combines changes in quick succession into one write. */
const debounceMs = 5_000

const gone = 'The dashboard was deleted in Google Drive. Create it again to repair it.'

export const keepDashboard = job({
  name: 'google.keepDashboard',
  payload,
  async run(deps, { clientId }) {
    if (!deps.google) return
    const [client] = await deps.db.select().from(clients).where(eq(clients.id, clientId))
    const setup = await setupOf(deps.db, clientId, 'sheets')
    if (!client || !setup?.resourceId || setup.state !== 'done') return
    const mark = (change: { state?: 'missing'; url?: null; reason: string | null }) =>
      deps.db
        .update(table)
        .set({ ...change, updatedAt: sql`now()` })
        .where(and(eq(table.clientId, clientId), eq(table.service, 'sheets')))
    try {
      const session = await openSession(deps, 'sheets')
      const isThere = await syncDashboard(deps, session, setup.resourceId, client)
      await mark(isThere ? { reason: null } : { state: 'missing', url: null, reason: gone })
    } catch (error) {
      // Only a person can reconnect Google, so retrying would not help.
      if (!(error instanceof Failure) || error.code !== 'google_reconnect') throw error
      await mark({ reason: error.message })
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
        eq(table.clientId, clientId),
        eq(table.service, 'sheets'),
        eq(table.state, 'done'),
        isNotNull(table.resourceId),
      ),
    )
  if (!dashboard) return
  await jobs.add(
    tx,
    { name: keepDashboard.name, payload },
    { clientId },
    {
      uniqueKey: `${keepDashboard.name}:${clientId}`,
      runAt: new Date(Date.now() + debounceMs),
    },
  )
}
