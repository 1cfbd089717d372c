import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { receiptDisclosures, receipts } from '#server/database/schema.ts'

const isAbout = (email: string) => eq(receiptDisclosures.person, email.toLowerCase())

export function countDisclosures(db: Database | Transaction, email: string): Promise<number> {
  return db.$count(receiptDisclosures, isAbout(email))
}

/**
 * Deletes the values and salts behind a person's hashes, and the references to the records that
 * they were about. The receipts stay.
 *
 * @returns the number of hashes that can no longer be opened.
 */
export async function eraseDisclosures(tx: Transaction, email: string): Promise<number> {
  const deleted = await tx
    .delete(receiptDisclosures)
    .where(isAbout(email))
    .returning({ id: receiptDisclosures.receiptId, name: receiptDisclosures.name })
  const ids = [...new Set(deleted.map(({ id }) => id))]
  if (ids.length > 0) {
    const given = sql`${sql.param(ids)}::uuid[]`
    await tx.update(receipts).set({ subjectId: null }).where(sql`${receipts.id} = any(${given})`)
  }
  return deleted.length
}
