import { type SQL, sql } from 'drizzle-orm'
import { lockNamed } from '../database/named-lock.ts'
import type { Database, Transaction } from '../database/open.ts'
import { contentState } from '../database/schema.ts'

/**
 * Call this in the transaction of every change of what public pages show.
 * @returns the new version.
 */
export async function raiseContentVersion(tx: Transaction): Promise<number> {
  const [state] = await tx
    .insert(contentState)
    .values({ version: 1 })
    .onConflictDoUpdate({
      target: contentState.id,
      set: { version: sql`${contentState.version} + 1` },
    })
    .returning()
  return state?.version ?? 0
}

/** 0 before anything was published. */
export async function readContentVersion(db: Database | Transaction): Promise<number> {
  const [state] = await db.select().from(contentState)
  return state?.version ?? 0
}

/** Everything that must agree with the live settings takes this lock until its commit. */
export const lockSiteContent: SQL = lockNamed('site content')
