import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { receipts } from '#server/database/schema.ts'
import { onCommit } from '#server/database/transactions.ts'
import { type Writes, writeTogether } from '#server/database/write-together.ts'
import type { ReceiptKind } from './kinds.ts'
import type { NewReceipt } from './record.server.ts'
import { currentSigner, type SigningDependencies } from './signer.server.ts'
import { startLog } from './start-log.server.ts'
import { wakeSequencer } from './wake-sequencer.server.ts'
import { signedWrites } from './write-receipts.server.ts'

/**
 * Stores a signed record of an act in the transaction of the act. It enters the log after the
 * commit.
 *
 * @param more writes of the act to be sent in the same statement.
 * @returns the id of the receipt, or of the existing one with the same `uniqueKey`.
 */
export async function appendReceipt<K extends ReceiptKind>(
  deps: SigningDependencies,
  tx: Transaction,
  receipt: NewReceipt<K>,
  more: Writes = {},
): Promise<string> {
  const signer = (await currentSigner(deps, tx)) ?? (await startLog(deps, tx))
  onCommit(tx, wakeSequencer(deps))
  const writes = { ...signedWrites(signer, tx, receipt), ...more }
  const [written] = await writeTogether<{ id: string }>(tx, writes, {
    from: 'receipt',
    isPrepared: true,
  })
  return written?.id ?? firstWith(tx, receipt)
}

async function firstWith(tx: Transaction, { kind, uniqueKey }: NewReceipt): Promise<string> {
  const [first] = await tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.uniqueKey, uniqueKey ?? ''))
  if (!first) throw new Error(`The receipt of ${kind} was not written.`)
  return first.id
}
