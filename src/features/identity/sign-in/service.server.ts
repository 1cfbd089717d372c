import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { portraitUrl } from '#server/database/public-profile.ts'
import { sessions, users } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import { hashToken } from '#server/http/identify.ts'
import { sessionsEnded } from '#server/security/revocation.ts'
import type { Context, Service } from '#server/service/context.ts'
import { passwordMatches } from '../passwords/hash-password.server.ts'
import { takeCode } from '../second-factor/codes.server.ts'
import { startSession } from '../sessions/sessions.server.ts'
import { openAttempt } from './attempts.server.ts'
import type { auth } from './contract.ts'

/** The same error is used for unknown users, so that usernames cannot be discovered. */
const refused = () => new Failure('unauthenticated', 'Invalid credentials')

async function findUser({ db }: Context, username: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
  return user
}

export const authService: Service<typeof auth> = {
  async me({ db, user }) {
    const [more] = await db
      .select({ title: users.title, portraitUrl: portraitUrl(users.portraitId) })
      .from(users)
      .where(eq(users.id, user.id))
    return { user: { ...user, title: null, portraitUrl: null, ...more } }
  },

  async login(context, { username, password, code }) {
    const { log } = context
    const user = await findUser(context, username)
    const isStranger = !user?.knownNetworks.includes(addressKey(context.requester.address))
    const attempt = await openAttempt(context, username, isStranger)
    const matches = await passwordMatches(password, user?.passwordHash, {
      isStranger,
      onStart: attempt.leavePlace,
    }).finally(attempt.leavePlace)
    if (!user || !matches || !user.active) {
      await attempt.failed()
      log.warn({ event: 'login_failed', userId: user?.id })
      throw refused()
    }
    if (user.totpConfirmedAt) {
      if (!code) {
        await attempt.unfinished()
        return { outcome: 'code_needed', message: 'Enter the code of your authenticator app' }
      }
      await attempt.admitCode()
      if (!(await takeCode(context, user, code))) {
        await attempt.failed()
        log.warn({ event: 'login_code_failed', userId: user.id })
        const sentence = 'This code is wrong or was used before'
        throw new Failure('unauthenticated', sentence, { fields: { code: sentence } })
      }
    }
    if (!(await startSession(context, user))) throw refused()
    await attempt.succeeded()
    log.info({ event: 'login', userId: user.id })
    return { outcome: 'signed_in', message: 'Login successful', user }
  },

  async logout(context) {
    const { db, cookie, log, user } = context
    if (cookie.sent) await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(cookie.sent)))
    cookie.clear()
    if (user) {
      sessionsEnded(context, { sessionId: user.sessionId })
      log.info({ event: 'logout', userId: user.id })
    }
    return { success: true }
  },
}
