import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { isReadOnly } from '../database/failures.ts'
import type { Database } from '../database/open.ts'
import { sessions, users } from '../database/schema.ts'
import type { SignedIn } from '../service/context.ts'

export const idleSeconds = 8 * 60 * 60

/** A session ends after this time even if it is in use (OWASP ASVS 5.0, 7.3.2). */
const absoluteSeconds = 12 * 60 * 60

/** `lastSeenAt` is written at most this often. */
const extendSeconds = 60

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** Browsers bind `__Host-` cookies to one origin, but only over https. */
export function cookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session'
}

function prepareSessionByToken(db: Database) {
  return db
    .select({
      id: users.id,
      username: users.username,
      displayName: users.displayName,
      role: users.role,
      sessionId: sessions.id,
      stale: sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(secs => ${extendSeconds})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.active, true),
      ),
    )
    .prepare('session_by_token')
}

const prepared = new WeakMap<Database, ReturnType<typeof prepareSessionByToken>>()

function sessionByToken(db: Database) {
  const statement = prepared.get(db) ?? prepareSessionByToken(db)
  prepared.set(db, statement)
  return statement
}

/** Runs a write but ignores a read-only database, so that users can still be identified. */
async function writeIfPossible(statement: PromiseLike<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    if (!isReadOnly(error)) throw error
  }
}

/**
 * Identifies the user of a session and extends the session. With `extended`, the caller should
 * renew the cookie too.
 * @returns undefined when the token is unknown, expired or belongs to a deactivated user.
 */
export async function identify(
  db: Database,
  token: string,
): Promise<{ user: SignedIn; extended: boolean } | undefined> {
  const tokenHash = hashToken(token)
  const [found] = await sessionByToken(db).execute({ tokenHash })
  if (!found) {
    // Deleting the session keeps it ended even if the clock is set back.
    const hasEnded = and(eq(sessions.tokenHash, tokenHash), lte(sessions.expiresAt, sql`now()`))
    await writeIfPossible(db.delete(sessions).where(hasEnded))
    return undefined
  }
  const { stale, ...user } = found
  if (stale) {
    const seen = { lastSeenAt: sql`now()`, expiresAt: sessionEnd(sessions.createdAt) }
    await writeIfPossible(db.update(sessions).set(seen).where(eq(sessions.tokenHash, tokenHash)))
  }
  return { user, extended: stale }
}

/** Maps the sessions that have not ended to the current display names of their users. */
export async function stillSignedIn(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const alive = await db
    .select({ id: sessions.id, displayName: users.displayName })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.id, [...ids]),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.active, true),
      ),
    )
  return new Map(alive.map(({ id, displayName }) => [id, displayName]))
}

export function sessionEnd(createdAt: typeof sessions.createdAt | ReturnType<typeof sql>) {
  return sql`least(now() + make_interval(secs => ${idleSeconds}), ${createdAt} + make_interval(secs => ${absoluteSeconds}))`
}
