import { eq, sql } from 'drizzle-orm'
import type { Role } from '../../contract/endpoint.ts'
import { Failure } from '../../contract/failure.ts'
import { isUniqueViolation } from '../../server/db/failures.ts'
import type { Database } from '../../server/db/open.ts'
import { sessions, users } from '../../server/db/schema.ts'
import { longestPasswordBytes } from '../auth/contract.ts'
import { hashPassword } from '../auth/passwords.server.ts'

/** OWASP ASVS 5.0, 6.2.1 asks for 8 and recommends 15. */
export const shortestPassword = 12

function checkPassword(password: string): void {
  if ([...password].length < shortestPassword) {
    throw new Failure('invalid_input', `Use at least ${shortestPassword} characters.`, {
      fields: { password: `Use at least ${shortestPassword} characters` },
    })
  }
  if (Buffer.byteLength(password) > longestPasswordBytes) {
    throw new Failure('invalid_input', 'The password is too long.')
  }
}

/** @throws Failure `invalid_input` for a weak password, `conflict` for a taken name. */
export async function createUser(
  db: Database,
  { username, password, role }: { username: string; password: string; role: Role },
): Promise<void> {
  checkPassword(password)
  try {
    await db.insert(users).values({ username, role, passwordHash: await hashPassword(password) })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_username_unique')) throw error
    throw new Failure('conflict', `There is already a user ${username}.`)
  }
}

/**
 * Sets a password and ends every session of the user.
 *
 * @throws Failure `invalid_input`, or `not_found` for an unknown name.
 */
export async function setPassword(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  checkPassword(password)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: sql`now()` })
      .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
      .returning({ id: users.id })
    if (!user) throw new Failure('not_found', `There is no user ${username}.`)
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
  })
}
