import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { raiseContentVersion } from '#server/content/content-version.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { invitations as table, users } from '#server/database/schema.ts'
import { hashToken } from '#server/http/identify.ts'
import { sessionsEnded } from '#server/security/revocation.ts'
import type { Service } from '#server/service/context.ts'
import { checkNewPassword } from '../passwords/check-password.server.ts'
import { hashPassword } from '../passwords/hash-password.server.ts'
import { recordUser } from '../record-user.server.ts'
import { endSessions, lockUser } from '../sessions/sessions.server.ts'
import type { invitations } from './contract.ts'
import { voidLinks } from './links.server.ts'

const notValid = () =>
  new Failure('not_found', 'This link isn’t valid anymore. Ask an owner for a new one.')

const valid = (token: string) =>
  and(eq(table.tokenHash, hashToken(token)), isNull(table.usedAt), gt(table.expiresAt, sql`now()`))

async function find(db: Database, token: string) {
  const [found] = await db
    .select({ user: users, expiresAt: table.expiresAt })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(valid(token))
  if (!found) throw notValid()
  return found
}

/** Sets the name that public pages may show. */
async function setDisplayName(tx: Transaction, id: string, displayName: string | null) {
  await tx
    .update(users)
    .set({ displayName, profileRevision: sql`${users.profileRevision} + 1` })
    .where(eq(users.id, id))
  await raiseContentVersion(tx)
}

export const invitationsService: Service<typeof invitations> = {
  async check({ db }, { token }) {
    const { user, expiresAt } = await find(db, token)
    const { username, displayName, role, active } = user
    return { username, displayName, role, joining: !active, expiresAt }
  },

  async accept(context, { token, password, displayName }) {
    const { db, log, content, contentChanged } = context
    const { firm } = content.resolved()
    const { user } = await find(db, token)
    await checkNewPassword(password, [user.username, firm.name], 'password')
    const passwordHash = await hashPassword(password)
    await db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      const used = await tx
        .update(table)
        .set({ usedAt: sql`now()` })
        .where(valid(token))
        .returning({ userId: table.userId })
      if (used.length === 0) throw notValid()
      await tx
        .update(users)
        .set({ passwordHash, passwordChangedAt: sql`now()`, active: true })
        .where(eq(users.id, user.id))
      if (displayName !== undefined) await setDisplayName(tx, user.id, displayName)
      await voidLinks(tx, user.id)
      await endSessions(tx, user.id)
      const action = user.active ? 'user.password_changed' : 'user.invitation_accepted'
      await recordUser(tx, user, action)
    })
    if (displayName !== undefined) contentChanged()
    sessionsEnded(context, { userId: user.id })
    log.info({ event: 'invitation_accepted', userId: user.id })
    const message = user.active ? 'Your password is changed' : 'Your account is ready'
    return { message, username: user.username }
  },
}
