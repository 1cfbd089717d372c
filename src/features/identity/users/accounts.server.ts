import { eq, sql } from 'drizzle-orm'
import type { Role } from '../../../contract/endpoint.ts'
import { Failure } from '../../../contract/failure.ts'
import { isUniqueViolation } from '../../../server/database/failures.ts'
import type { Database } from '../../../server/database/open.ts'
import { users } from '../../../server/database/schema.ts'
import { endSessions } from '../../../server/security/sessions.ts'
import { hashPassword } from '../passwords/hashing.server.ts'
import { checkNewPassword } from '../passwords/passwords.server.ts'
import { removeSecondFactor } from '../second-factor/service.server.ts'

/** @throws Failure `invalid_input` for a weak password, `conflict` for a taken name. */
export async function createUser(
  db: Database,
  { username, password, role }: { username: string; password: string; role: Role },
): Promise<void> {
  await checkNewPassword(password, username, 'password')
  try {
    await db.insert(users).values({ username, role, passwordHash: await hashPassword(password) })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_username_unique')) throw error
    throw new Failure('conflict', `There is already a user ${username}.`)
  }
}

/**
 * Sets a password for a user who cannot sign in, disables the second factor and ends all sessions.
 *
 * @throws Failure `invalid_input`, or `not_found` for an unknown name.
 */
export async function setPassword(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await checkNewPassword(password, username, 'password')
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: sql`now()` })
      .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
      .returning({ id: users.id })
    if (!user) throw new Failure('not_found', `There is no user ${username}.`)
    await removeSecondFactor(tx, user.id)
    await endSessions(tx, user.id)
  })
}
