import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { googleSetups as table } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import type { Dependencies } from '#server/service/context.ts'
import { GoogleProblem } from '../connection/problems.server.ts'
import { openSession } from '../connection/session.server.ts'
import { isTarget, type SetupRow } from './records.server.ts'
import { services } from './setting-up.server.ts'

/** Minimum interval between two checks of a client. Only clients that are opened are checked. */
const checkEvery = sql`interval '5 minutes'`

async function check(deps: Dependencies, { clientId, service, resourceId, details }: SetupRow) {
  const session = await openSession(deps, service)
  // Another account cannot see the resource, so its absence would prove nothing.
  if (!resourceId || details.accountId !== session.grant.accountId) return
  const { isThere, gone } = services[service]
  const isMissing = !(await isThere(session, resourceId))
  await deps.db
    .update(table)
    .set({
      details: sql`${table.details} || jsonb_build_object('lookedAt', extract(epoch from now()))`,
      ...(isMissing && { state: 'missing', url: null, sharedWith: [], reason: gone }),
    })
    .where(and(isTarget({ clientId, service }), eq(table.state, 'done')))
}

export const checkSetups = job({
  name: 'google.lookAfterClient',
  payload: z.object({ clientId: z.uuid() }),
  async run(deps, { clientId }) {
    if (!deps.google) return
    const setups = await deps.db
      .select()
      .from(table)
      .where(and(eq(table.clientId, clientId), eq(table.state, 'done')))
    for (const setup of setups) {
      try {
        await check(deps, setup)
      } catch (error) {
        if (!(error instanceof Failure || error instanceof GoogleProblem)) throw error
        deps.log.warn({ event: 'google_look', service: setup.service })
      }
    }
  },
})

/**
 * Call this when a client is opened. Anything missing at Google shows the next time it is opened.
 */
export async function queueCheck(deps: Dependencies, clientId: string): Promise<void> {
  if (!deps.google) return
  const { db, jobs } = deps
  const [old] = await db
    .select({ service: table.service })
    .from(table)
    .where(
      and(
        eq(table.clientId, clientId),
        eq(table.state, 'done'),
        sql`coalesce((${table.details}->>'lookedAt')::float8, 0) < extract(epoch from now() - ${checkEvery})`,
        sql`${table.updatedAt} < now() - ${checkEvery}`,
      ),
    )
    .limit(1)
  if (!old) return
  const uniqueKey = `${checkSetups.name}:${clientId}`
  await jobs.add(db, checkSetups, { clientId }, { uniqueKey })
  jobs.wake()
}
