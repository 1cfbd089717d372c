import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Config } from '../../../server/config.ts'
import type { Database } from '../../../server/database/open.ts'
import { users } from '../../../server/database/schema.ts'
import { hashPassword } from '../passwords/hashing.server.ts'

/** Arbitrary advisory lock id; serializes the first start of several instances. */
const firstOwnerLock = 7_314_001

/**
 * Creates the first owner if there are no users.
 *
 * @returns the generated password, to be printed once; undefined when there is nothing to print.
 */
export async function makeFirstOwner(
  db: Database,
  { username, password }: Config['firstOwner'],
): Promise<string | undefined> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1)
  if (someone) return undefined
  const generated = password === undefined ? randomBytes(15).toString('base64url') : undefined
  const passwordHash = await hashPassword(password ?? generated ?? '')
  const made = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstOwnerLock})`)
    const [first] = await tx.select({ id: users.id }).from(users).limit(1)
    if (first) return false
    await tx.insert(users).values({ username, passwordHash, role: 'owner' })
    return true
  })
  return made ? generated : undefined
}
