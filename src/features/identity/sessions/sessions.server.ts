import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { sessions, users } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import { hashToken, sessionEnd } from '#server/http/identify.ts'
import { sessionsEnded } from '#server/security/revocation.ts'
import type { Context } from '#server/service/context.ts'

const sessionsPerUser = 10
const maxKnownNetworks = 10

/**
 * Starts a session and ends the browser's earlier one. The user is locked, so that no concurrent
 * change is missed.
 *
 * @returns false if the user was deactivated or got another password in the meantime.
 */
export async function startSession(
  context: Context,
  user: { id: string; passwordHash: string },
): Promise<boolean> {
  const { db, requester, cookie } = context
  const token = randomBytes(32).toString('base64url')
  const replaced = await db.transaction(async (tx) => {
    const network = addressKey(requester.address)
    const [same] = await tx
      .update(users)
      .set({
        knownNetworks: sql`(array_prepend(${network}::text, array_remove(${users.knownNetworks}, ${network})))[:${maxKnownNetworks}]`,
      })
      .where(
        and(
          eq(users.id, user.id),
          eq(users.active, true),
          eq(users.passwordHash, user.passwordHash),
        ),
      )
      .returning({ id: users.id })
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
 * Every change of a user, their links or their sessions must begin with this lock.
 *
 * @throws Failure `not_found`
 */
export async function lockUser(tx: Transaction, id: string): Promise<void> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  if (!found) throw new Failure('not_found', 'There’s no such user.')
}

/** Call `sessionsEnded` after the commit. @returns the number of ended sessions. */
export async function endSessions(
  tx: Database | Transaction,
  userId: string,
  except?: string,
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}
