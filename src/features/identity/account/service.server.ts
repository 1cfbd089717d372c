import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { sessions, users } from '#server/database/schema.ts'
import { sessionsEnded } from '#server/security/revocation.ts'
import type { Service } from '#server/service/context.ts'
import { checkNewPassword, confirmPassword } from '../passwords/check-password.server.ts'
import { hashPassword } from '../passwords/hash-password.server.ts'
import { recordUser } from '../record-user.server.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import type { account } from './contract.ts'
import { changeProfile, readProfile } from './profile.server.ts'

export const accountService: Service<typeof account> = {
  profile: ({ db, user }) => readProfile(db, user.id),

  saveProfile: (context, change) => changeProfile(context, context.user.id, change),

  async changePassword(context, { currentPassword, newPassword }) {
    const { db, log, user, content } = context
    const { firm } = content.resolved()
    const before = await confirmPassword(context, currentPassword, 'currentPassword')
    await checkNewPassword(newPassword, [user.username, firm.name], 'newPassword')
    const passwordHash = await hashPassword(newPassword)
    await db.transaction(async (tx) => {
      const [changed] = await tx
        .update(users)
        .set({ passwordHash, passwordChangedAt: sql`now()` })
        .where(and(eq(users.id, user.id), eq(users.passwordHash, before.passwordHash)))
        .returning({ id: users.id })
      if (!changed) {
        throw new Failure('conflict', 'The password was changed elsewhere at the same time.')
      }
      await endSessions(tx, user.id, user.sessionId)
      await recordUser(tx, user, 'user.password_changed')
    })
    sessionsEnded(context, { userId: user.id, except: user.sessionId })
    log.info({ event: 'password_changed', userId: user.id })
    return { success: true }
  },

  async sessions({ db, user }) {
    const found = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    return found.map((session) => ({ ...session, current: session.id === user.sessionId }))
  },

  async endSession(context, { id }) {
    const { db, cookie, user } = context
    const [ended] = await db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
      .returning({ id: sessions.id })
    if (!ended) throw new Failure('not_found', 'This session has already ended.')
    if (id === user.sessionId) cookie.clear()
    sessionsEnded(context, { sessionId: id })
    return { success: true }
  },

  async endOtherSessions(context) {
    const { db, user } = context
    const ended = await endSessions(db, user.id, user.sessionId)
    sessionsEnded(context, { userId: user.id, except: user.sessionId })
    return { ended }
  },
}
