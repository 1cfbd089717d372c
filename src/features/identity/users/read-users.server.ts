import { and, asc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { byName } from '#server/database/by-name.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { invitations, sessions, users } from '#server/database/schema.ts'

/**
 * Users sorted by name. Invited users are inactive; an open link of an active user is a pending
 * password reset.
 */
export async function readUsers(db: Database | Transaction, where?: SQL) {
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as('seen_at') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('seen')
  const open = db
    .select({
      userId: invitations.userId,
      until: max(invitations.expiresAt).as('open_until'),
      expired: sql<boolean>`max(${invitations.expiresAt}) < now()`.as('open_expired'),
    })
    .from(invitations)
    .where(isNull(invitations.usedAt))
    .groupBy(invitations.userId)
    .as('open')
  const found = await db
    .select({ user: users, lastSeenAt: seen.at, until: open.until, expired: open.expired })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
    .leftJoin(open, eq(open.userId, users.id))
    .where(where)
    .orderBy(byName(users.username))
  return found.map(({ user, lastSeenAt, until, expired }) => {
    const invited = !user.active && until !== null
    const idle = invited ? (expired ? 'expired' : 'invited') : 'deactivated'
    return {
      ...user,
      state: user.active ? ('active' as const) : (idle as 'expired' | 'invited' | 'deactivated'),
      secondFactor: user.totpConfirmedAt !== null,
      invitedUntil: invited ? until : null,
      lastSeenAt,
    }
  })
}

/** @throws Failure `not_found` */
export async function readUser(db: Database | Transaction, id: string) {
  const [person] = await readUsers(db, eq(users.id, id))
  if (!person) throw new Failure('not_found', 'There’s no such user.')
  return person
}

/**
 * Locks owners in a fixed order: if two owners demote each other, the second sees the first change.
 *
 * @returns the ids of all active owners.
 * @throws Failure `forbidden` if the requester is no longer an owner.
 */
export async function lockOwners(tx: Transaction, requester: string): Promise<string[]> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'owner'), eq(users.active, true)))
    .orderBy(asc(users.id))
    .for('update')
  if (!owners.some(({ id }) => id === requester)) {
    throw new Failure('forbidden', 'Your role doesn’t allow this.')
  }
  return owners.map(({ id }) => id)
}
