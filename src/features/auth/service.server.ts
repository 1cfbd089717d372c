import { randomBytes } from 'node:crypto'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '../../contract/failure.ts'
import type { Context, Service } from '../../server/context.ts'
import { sessions, users } from '../../server/db/schema.ts'
import { hashToken, sessionEnd } from '../../server/identify.ts'
import { addressKey, type Budget } from '../../server/limits.ts'
import type { auth } from './contract.ts'
import { passwordMatches } from './passwords.server.ts'

/** Failed logins per pair of user and address; strangers elsewhere cannot lock a user out. */
const failures: Budget = { name: 'login-failures', points: 10, seconds: 15 * 60 }

/** Beyond these failures from everywhere, this user's logins only slow down. */
const failuresAnywhere: Budget = { name: 'login-failures-user', points: 100, seconds: 60 * 60 }
const slowedMs = 2000

const sessionsPerUser = 10

async function startSession(context: Context, userId: string): Promise<void> {
  const { db, asker, cookie } = context
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    if (cookie.sent) await tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(cookie.sent)))
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      userId,
      userAgent: asker.userAgent,
      address: asker.address,
      expiresAt: sessionEnd(sql`now()`),
    })
    const surplus = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .offset(sessionsPerUser)
    await tx.delete(sessions).where(inArray(sessions.id, surplus))
    await tx.delete(sessions).where(sql`${sessions.expiresAt} < now()`)
  })
  cookie.set(token)
}

export const authService: Service<typeof auth> = {
  async me({ user }) {
    return { user }
  },

  async login(context, { username, password }) {
    const { db, limits, asker, log } = context
    const name = username.toLowerCase()
    const pair = `${name} ${addressKey(asker.address)}`
    const before = await limits.look(failures, pair)
    if (!before.allowed) {
      log.warn({ event: 'login_throttled' })
      throw new Failure('too_many_requests', 'Too many failed logins. Please wait and try again.', {
        retryAfter: before.retryAfter,
      })
    }
    const everywhere = await limits.look(failuresAnywhere, name)
    if (!everywhere.allowed) await new Promise((resolve) => setTimeout(resolve, slowedMs))
    const [user] = await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.username})`, name))
    const matches = await passwordMatches(password, user?.passwordHash)
    if (!user || !matches || !user.active) {
      await limits.take(failures, pair)
      await limits.take(failuresAnywhere, name)
      log.warn({ event: 'login_failed', userId: user?.id })
      throw new Failure('unauthenticated', 'Invalid credentials')
    }
    await limits.forget(failures, pair)
    await startSession(context, user.id)
    log.info({ event: 'login', userId: user.id })
    return { message: 'Login successful', user }
  },

  async logout({ db, cookie, log, user }) {
    if (cookie.sent) await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(cookie.sent)))
    cookie.clear()
    if (user) log.info({ event: 'logout', userId: user.id })
    return { success: true }
  },
}
