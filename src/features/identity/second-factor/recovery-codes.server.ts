import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { recoveryCodes } from '#server/database/schema.ts'

const codesPerUser = 10

/** Crockford's Base32: no I, L, O or U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Gives 140 bits. OWASP ASVS 5.0 requires 128 (11.5.1), and 112 for a plain hash (6.5.2). */
const codeLength = 28

function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

function hashCode(userId: string, code: string): Uint8Array {
  const bare = code.toUpperCase().replace(/-/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return createHash('sha256').update(`${userId} ${bare}`).digest()
}

export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, newCode)
  await dropRecoveryCodes(tx, userId)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code) })))
  return codes
}

export async function dropRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Uses up a code. Of two concurrent calls, one returns false. */
export async function takeRecoveryCode(db: Database, userId: string, code: string) {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.codeHash, hashCode(userId, code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export async function recoveryCodesLeft(db: Database, userId: string): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  )
}
