import { randomUUID } from 'node:crypto'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { isFree, leaseFor } from '#server/database/lease.ts'
import type { Database } from '#server/database/open.ts'
import { clients, googleSetups as table } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { GoogleService } from '../connection/scopes.ts'

export type SetupRow = typeof table.$inferSelect
export type ClientRow = typeof clients.$inferSelect

export async function clientOf(db: Database, clientId: string): Promise<ClientRow> {
  const [client] = await db.select().from(clients).where(eq(clients.id, clientId))
  if (!client) throw new Failure('not_found', 'Client not found')
  return client
}

type Target = { clientId: string; service: GoogleService }

export const isTarget = ({ clientId, service }: Target) =>
  and(eq(table.clientId, clientId), eq(table.service, service))

export async function setupOf(db: Database, target: Target): Promise<SetupRow | undefined> {
  const [setup] = await db.select().from(table).where(isTarget(target))
  return setup
}

const holder = randomUUID()

/** Longer than any single step. */
const leaseSeconds = 60

const lease = { leaseHolder: holder, leaseUntil: leaseFor(leaseSeconds) }

/**
 * Takes the lease of a set-up, creating the row if necessary. With the bundled PostgreSQL there is
 * only one process, so the lease of any other holder is stale.
 *
 * @throws Failure `conflict` while the lease is taken.
 */
export async function takeLease(
  { db, config }: Dependencies,
  clientId: string,
  service: GoogleService,
  userId: string,
): Promise<SetupRow> {
  const isDead = config.databaseUrl ? sql`false` : ne(table.leaseHolder, holder)
  const [held] = await db
    .insert(table)
    .values({ clientId, service, createdBy: userId, ...lease })
    .onConflictDoUpdate({
      target: [table.clientId, table.service],
      set: { ...lease, updatedAt: sql`now()` },
      setWhere: or(isFree(table.leaseUntil), isDead),
    })
    .returning()
  if (!held) throw new Failure('conflict', 'This is being set up right now.')
  return held
}

export type Progress = Partial<
  Pick<SetupRow, 'state' | 'step' | 'reason' | 'resourceId' | 'url' | 'sharedWith' | 'warnings'>
> & { details?: Record<string, unknown> }

/** Stores progress and renews the lease. */
export async function saveStep(
  db: Database,
  target: Target,
  { details = {}, ...progress }: Progress,
): Promise<void> {
  await db
    .update(table)
    .set({
      ...progress,
      ...lease,
      details: sql`${table.details} || ${JSON.stringify(details)}::jsonb`,
      updatedAt: sql`now()`,
    })
    .where(isTarget(target))
}

export async function release(
  db: Pick<Database, 'update'>,
  target: Target,
  outcome: Omit<Progress, 'details'>,
): Promise<SetupRow | undefined> {
  const [row] = await db
    .update(table)
    .set({
      ...outcome,
      leaseHolder: null,
      leaseUntil: null,
      updatedAt: sql`now()`,
    })
    .where(isTarget(target))
    .returning()
  return row
}
