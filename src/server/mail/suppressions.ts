import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../database/open.ts'
import { mailSuppressions } from '../database/schema.ts'
import { addressHash } from '../mail-addresses.ts'

/** A condition on `mail_suppressions` for the rows that apply to an address. */
export function suppressionsOf(address: string): SQL | undefined {
  const { addressHash: hash, expiresAt } = mailSuppressions
  const isActive = or(isNull(expiresAt), gt(expiresAt, sql`now()`))
  return and(eq(hash, addressHash(address)), isActive)
}

/** Whether automatic mail to an address is suppressed. */
export async function isSuppressed(tx: Transaction, address: string): Promise<boolean> {
  return (await tx.$count(mailSuppressions, suppressionsOf(address))) > 0
}
