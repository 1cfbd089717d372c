import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { receiptDisclosures, receipts } from '#server/database/schema.ts'
import type { ReceiptKind } from './kinds.ts'
import { type NewReceipt, signReceipt } from './record.server.ts'
import type { Signer } from './signer.server.ts'

type ReceiptWrites = Record<'receipt' | 'disclosures', SQLWrapper>

/**
 * Two statements for any receipt. If `receipt` returns no row, a receipt with the same key exists.
 */
export function signedWrites<K extends ReceiptKind>(
  signer: Signer,
  tx: Transaction,
  receipt: NewReceipt<K>,
): ReceiptWrites {
  const { id, record, signature, disclosures } = signReceipt(signer, receipt)
  const { kind, subject, clientId = null, uniqueKey = null } = receipt
  const subjectId = subject.id ?? subject.ref ?? null
  const all = <T>(value: (disclosure: (typeof disclosures)[number]) => T) =>
    sql.param(disclosures.map(value))
  return {
    receipt: tx
      .insert(receipts)
      .values({
        id,
        kind,
        record,
        signature,
        clientId,
        uniqueKey,
        subjectType: subject.type,
        subjectId,
      })
      .onConflictDoNothing({ target: receipts.uniqueKey })
      .returning({ id: receipts.id }),
    disclosures: sql`insert into ${receiptDisclosures}
        (receipt_id, name, salt, value, person, client_id)
      select receipt.id, given.* from receipt, unnest(
        ${all((each) => each.name)}::text[], ${all((each) => each.salt)}::bytea[],
        ${all((each) => each.value)}::text[], ${all((each) => each.person)}::text[],
        ${all((each) => each.clientId)}::uuid[]) given`,
  }
}
