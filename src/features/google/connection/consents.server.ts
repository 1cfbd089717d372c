import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { googleConsents as table } from '#server/database/schema.ts'
import type { Context } from '#server/service/context.ts'

export type Consent = typeof table.$inferSelect

export const hashOfState = (state: string) => createHash('sha256').update(state).digest()

export const verifierColumn = (stateHash: Uint8Array) =>
  `google_consents|${Buffer.from(stateHash).toString('hex')}|verifier`

const tooOld = sql`now() - interval '10 minutes'`

export async function forgetOldConsents(db: Database): Promise<void> {
  await db.delete(table).where(lt(table.createdAt, tooOld))
}

/** Redeems a state: only once, in time, and in the session that started the consent. */
export async function takeConsent(
  { db, user }: Context,
  state: unknown,
): Promise<Consent | undefined> {
  if (typeof state !== 'string' || !user) return undefined
  const isConsent = and(
    eq(table.stateHash, hashOfState(state)),
    eq(table.sessionId, user.sessionId),
    gt(table.createdAt, tooOld),
  )
  const [consent] = await db.delete(table).where(isConsent).returning()
  return consent
}
