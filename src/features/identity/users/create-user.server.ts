import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Role } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Database } from '#server/database/open.ts'
import { users } from '#server/database/schema.ts'
import { checkNewPassword } from '../passwords/check-password.server.ts'
import { hashPassword } from '../passwords/hash-password.server.ts'
import { removeSecondFactor } from '../second-factor/service.server.ts'
import { endSessions } from '../sessions/sessions.server.ts'

async function firmName(db: Database): Promise<string> {
  return (await readLiveSettings(db))?.document.firm.name ?? ''
}

/** @throws Failure `invalid_input` for a weak password; `conflict` for a taken name. */
export async function createUser(
  db: Database,
  { username, password, role }: { username: string; password: string; role: Role },
): Promise<void> {
  await checkNewPassword(password, [username, await firmName(db)], 'password')
  try {
    await db.insert(users).values({ username, role, passwordHash: await hashPassword(password) })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_username_unique')) throw error
    throw new Failure('conflict', `There is already a user ${username}.`)
  }
}

/** Sets a password and disables the second factor. @throws Failure `invalid_input`, `not_found` */
export async function setPassword(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await checkNewPassword(password, [username, await firmName(db)], 'password')
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: sql`now()` })
      .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
      .returning({ id: users.id })
    if (!user) throw new Failure('not_found', `There’s no user ${username}.`)
    await removeSecondFactor(tx, user.id)
    await endSessions(tx, user.id)
  })
}

async function assertGoodPassword(password: string, names: readonly string[]): Promise<void> {
  await checkNewPassword(password, names, 'ADMIN_PASSWORD').catch((error: Error) => {
    const remedy = 'choose another, or leave it unset and one is generated and printed once'
    throw new ConfigError(`ADMIN_PASSWORD: ${error.message} Please ${remedy}.`)
  })
}

/**
 * Creates the first owner unless there is a user.
 *
 * @param firm the firm's name in the settings, which do not exist in the database before the site
 * is seeded or imported.
 * @returns the generated password, which is printed once; undefined if there is nothing to print.
 */
export async function makeFirstOwner(
  db: Database,
  { username, password }: Config['firstOwner'],
  firm: string,
): Promise<string | undefined> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1)
  if (someone) return undefined
  if (password !== undefined) await assertGoodPassword(password, [username, firm])
  const generated = password === undefined ? randomBytes(15).toString('base64url') : undefined
  const passwordHash = await hashPassword(password ?? generated ?? '')
  const made = await db.transaction(async (tx) => {
    await tx.execute(lockNamed('first owner'))
    const [first] = await tx.select({ id: users.id }).from(users).limit(1)
    if (first) return false
    await tx.insert(users).values({ username, passwordHash, role: 'owner' })
    return true
  })
  return made ? generated : undefined
}
