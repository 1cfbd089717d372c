import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { Failure } from '../../contract/failure.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/open.ts'
import { sessions, users } from '../database/schema.ts'
import { hashToken, sessionEnd } from '../http/identify.ts'
import { sessionsEnded } from './revocation.ts'

/** A user has at most this many sessions; one more ends the oldest. */
const sessionsPerUser = 10

/**
 * Starts a session in the requester's browser and ends the one it had there. The user's row is locked
 * while it is made, so that a deactivation or a new password at the same time cannot be outrun.
 *
 * @param user as read when the password was checked.
 * @returns false when the user was deactivated or got another password since.
 */
export async function startSession(
  context: Context,
  user: { id: string; passwordHash: string },
): Promise<boolean> {
  const { db, requester, cookie } = context
  const token = randomBytes(32).toString('base64url')
  const replaced = await db.transaction(async (tx) => {
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, user.id),
          eq(users.active, true),
          eq(users.passwordHash, user.passwordHash),
        ),
      )
      .for('update')
    if (!same) return undefined
    const before = cookie.sent
      ? await tx
          .delete(sessions)
          .where(eq(sessions.tokenHash, hashToken(cookie.sent)))
          .returning({ id: sessions.id })
      : []
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      userId: user.id,
      userAgent: requester.userAgent,
      address: requester.address,
      expiresAt: sessionEnd(sql`now()`),
    })
    const surplus = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .offset(sessionsPerUser)
    const oldest = await tx
      .delete(sessions)
      .where(inArray(sessions.id, surplus))
      .returning({ id: sessions.id })
    await tx.delete(sessions).where(sql`${sessions.expiresAt} < now()`)
    return [...before, ...oldest]
  })
  if (!replaced) return false
  for (const { id } of replaced) sessionsEnded(context, { sessionId: id })
  cookie.set(token)
  return true
}

/**
 * Locks a user's row until the commit. Whatever changes a user, their links or sessions begins with
 * it, so that two such changes wait for each other instead of crossing.
 *
 * @throws Failure `not_found`
 */
export async function lockUser(tx: Transaction, id: string): Promise<void> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  if (!found) throw new Failure('not_found', 'There is no such user.')
}

/**
 * Ends a user's sessions, all or all but the one kept. Announce it with `sessionsEnded` after the
 * commit.
 *
 * @returns how many there were.
 */
export async function endSessions(
  tx: Database | Transaction,
  userId: string,
  kept?: string,
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), kept ? ne(sessions.id, kept) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}
