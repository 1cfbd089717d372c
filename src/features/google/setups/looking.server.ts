import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '../../../contract/failure.ts'
import type { Dependencies } from '../../../server/context.ts'
import { googleSetups as table } from '../../../server/database/schema.ts'
import { job } from '../../../server/jobs/jobs.ts'
import type { GoogleService } from '../connection/scopes.ts'
import { type GoogleSession, openSession } from '../connection/session.server.ts'
import { isCalendarThere } from './calendar.server.ts'
import { isFileThere } from './drive.server.ts'
import { isLabelThere } from './gmail.server.ts'
import type { SetupRow } from './records.server.ts'

const payload = z.object({ clientId: z.string() })

/** Minimum interval between two checks of a client; only clients that are opened are checked. */
const lookEvery = sql`interval '5 minutes'`

const isThere: Record<GoogleService, (session: GoogleSession, id: string) => Promise<boolean>> = {
  drive: isFileThere,
  sheets: isFileThere,
  calendar: isCalendarThere,
  gmail: isLabelThere,
}

const gone: Record<GoogleService, string> = {
  drive: 'The folder was deleted in Google Drive. Set it up again to repair it.',
  sheets: 'The dashboard was deleted in Google Drive. Create it again to repair it.',
  calendar: 'The calendar was deleted at Google. Set it up again to repair it.',
  gmail: 'The label was deleted in Gmail. Set it up again to repair it.',
}

async function look(deps: Dependencies, { clientId, service, resourceId, details }: SetupRow) {
  const session = await openSession(deps, service)
  // Another account cannot see the resource, so its absence would prove nothing.
  if (!resourceId || details.accountId !== session.grant.accountId) return
  const missing = !(await isThere[service](session, resourceId))
  await deps.db
    .update(table)
    .set({
      details: sql`${table.details} || jsonb_build_object('lookedAt', extract(epoch from now()))`,
      ...(missing && { state: 'missing', url: null, sharedWith: [], reason: gone[service] }),
    })
    .where(and(eq(table.clientId, clientId), eq(table.service, service), eq(table.state, 'done')))
}

export const lookAfterClient = job({
  name: 'google.lookAfterClient',
  payload,
  async run(deps, { clientId }) {
    if (!deps.google) return
    const setups = await deps.db
      .select()
      .from(table)
      .where(and(eq(table.clientId, clientId), eq(table.state, 'done')))
    for (const setup of setups) {
      try {
        await look(deps, setup)
      } catch (error) {
        const isKnown = error instanceof Failure || (error as Error).name === 'GoogleProblem'
        if (!isKnown) throw error
        deps.log.warn({ event: 'google_look', service: setup.service })
      }
    }
  },
})

/** Call when a client is opened; losses at Google show the next time it is opened. */
export async function lookSoon(deps: Dependencies, clientId: string): Promise<void> {
  if (!deps.google) return
  const { db, jobs } = deps
  const [old] = await db
    .select({ service: table.service })
    .from(table)
    .where(
      and(
        eq(table.clientId, clientId),
        eq(table.state, 'done'),
        sql`coalesce((${table.details}->>'lookedAt')::float8, 0) < extract(epoch from now() - ${lookEvery})`,
        sql`${table.updatedAt} < now() - ${lookEvery}`,
      ),
    )
    .limit(1)
  if (!old) return
  const kind = { name: lookAfterClient.name, payload }
  await jobs.add(db, kind, { clientId }, { uniqueKey: `${kind.name}:${clientId}` })
  jobs.wake()
}
