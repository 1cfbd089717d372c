import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../database/open.ts'
import { mailSuppressions } from '../database/schema.ts'
import { addressHash } from '../mail-addresses.ts'

/** Rows of `mail_suppressions` that hold for an address. */
export function suppressionsOf(address: string): SQL | undefined {
  const { addressHash: hash, expiresAt } = mailSuppressions
  const isActive = or(isNull(expiresAt), gt(expiresAt, sql`now()`))
  return and(eq(hash, addressHash(address)), isActive)
}

/** Whether automatic mail to an address has ended. */
export async function isSuppressed(tx: Transaction, address: string): Promise<boolean> {
  return (await tx.$count(mailSuppressions, suppressionsOf(address))) > 0
}
