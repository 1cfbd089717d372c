import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { isReadOnly } from '../database/failures.ts'
import type { Database } from '../database/open.ts'
import { sessions, users } from '../database/schema.ts'

export const idleSeconds = 8 * 60 * 60

/** Sessions end this long after sign-in, however busy (OWASP ASVS 5.0, 7.3.2). */
const absoluteSeconds = 12 * 60 * 60

/** `lastSeenAt` is written at most this often, to keep reads cheap. */
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

/** Prepared once per connection, because every authenticated call runs it. */
function sessionByToken(db: Database) {
  const existing = prepared.get(db)
  if (existing) return existing
  const statement = prepareSessionByToken(db)
  prepared.set(db, statement)
  return statement
}

/** Tolerates a read-only database, so that users are still identified. */
async function writeIfPossible(statement: PromiseLike<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    if (!isReadOnly(error)) throw error
  }
}

/**
 * Finds the user of a session token and extends the session, by the database's clock.
 *
 * @returns `touched` when the session was extended and its cookie should be too; undefined when the
 * token is unknown, expired or belongs to a deactivated user.
 */
export async function identify(
  db: Database,
  token: string,
): Promise<{ user: SignedIn; touched: boolean } | undefined> {
  const tokenHash = hashToken(token)
  const [found] = await sessionByToken(db).execute({ tokenHash })
  if (!found) {
    // Deleted, so that an ended session stays ended even if the clock goes back.
    const hasEnded = and(eq(sessions.tokenHash, tokenHash), lte(sessions.expiresAt, sql`now()`))
    await writeIfPossible(db.delete(sessions).where(hasEnded))
    return undefined
  }
  const { stale, ...user } = found
  if (stale) {
    const seen = { lastSeenAt: sql`now()`, expiresAt: sessionEnd(sessions.createdAt) }
    await writeIfPossible(db.update(sessions).set(seen).where(eq(sessions.tokenHash, tokenHash)))
  }
  return { user, touched: stale }
}

export async function stillSignedIn(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const alive = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.id, [...ids]),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.active, true),
      ),
    )
  return new Set(alive.map(({ id }) => id))
}

export function sessionEnd(createdAt: typeof sessions.createdAt | ReturnType<typeof sql>) {
  return sql`least(now() + make_interval(secs => ${idleSeconds}), ${createdAt} + make_interval(secs => ${absoluteSeconds}))`
}
