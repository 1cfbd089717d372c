import type { receiptDisclosures, receipts } from '#server/database/schema.ts'
import type { ReceiptLine } from './contract.ts'

type Row = Pick<typeof receipts.$inferSelect, 'seq' | 'record' | 'signature'>
type Opened = Pick<typeof receiptDisclosures.$inferSelect, 'name' | 'salt' | 'value'>

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** @param proof hashes in order from the leaf to the root. */
export function lineOf(row: Row, opened: readonly Opened[], proof?: string[]): ReceiptLine {
  return {
    type: 'receipt-line/1',
    seq: row.seq ?? 0,
    record: JSON.parse(row.record) as Record<string, unknown>,
    signature: hex(row.signature),
    disclosures: opened.map(({ name, salt, value }) => ({ name, salt: hex(salt), value })),
    ...(proof && { proof }),
  }
}
