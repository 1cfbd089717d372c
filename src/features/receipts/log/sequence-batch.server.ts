import { asc, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { receiptHeads, receiptLog, receiptNodes, receipts } from '#server/database/schema.ts'
import { writeTogether } from '#server/database/write-together.ts'
import type { Dependencies } from '#server/service/context.ts'
import { signHead } from './heads.server.ts'
import { readNodes } from './nodes.server.ts'
import { readSigner, type SigningDependencies } from './signer.server.ts'
import { GrowingTree, leafHash, nodesOf } from './tree.server.ts'

const maxBatch = 500

type Log = typeof receiptLog.$inferSelect

/**
 * Adds receipts to the log in the order in which they were inserted. If another instance is already
 * doing this, nothing happens.
 *
 * @returns false if no receipts are waiting.
 */
export async function sequenceBatch(
  deps: SigningDependencies & Pick<Dependencies, 'metrics'>,
): Promise<boolean> {
  // This also updates the instance's knowledge of the key and the database's clock.
  if (!(await readSigner(deps, deps.db))) return false
  const { id, record, no, seq } = receipts
  const waiting = await deps.db.select({ id }).from(receipts).where(isNull(seq)).limit(1)
  if (waiting.length === 0) return false
  const begunAt = performance.now()
  const count = await deps.db.transaction(async (tx) => {
    const [log] = await tx.select().from(receiptLog).for('update', { skipLocked: true })
    if (!log) return 0
    const rows = await tx
      .select({ id, record })
      .from(receipts)
      .where(isNull(seq))
      .orderBy(asc(no))
      .limit(maxBatch)
    if (rows.length > 0) await include(deps, tx, log, rows)
    return rows.length
  })
  if (count > 0) {
    deps.metrics.receiptBatchSeconds.labels().observe((performance.now() - begunAt) / 1000)
    deps.metrics.receipts.labels().add(count)
  }
  return count === maxBatch
}

async function include(
  deps: SigningDependencies,
  tx: Transaction,
  log: Log,
  rows: { id: string; record: string }[],
): Promise<void> {
  const signer = await readSigner(deps, tx)
  if (!signer) throw new Error('The log of receipts has no active key.')
  const tree = new GrowingTree(log.size, await readNodes(tx, nodesOf({ start: 0, end: log.size })))
  const leaves = rows.map(({ record }) => leafHash(record))
  const nodes = leaves.flatMap((leaf) => tree.add(leaf))
  const root = tree.root()
  const { head, signature } = signHead(signer, tree.size, root)
  const seqs = rows.map((_, at) => log.size + at)
  const ids = rows.map(({ id }) => id)
  await writeTogether(
    tx,
    {
      included: sql`update ${receipts} set seq = given.seq, leaf = given.leaf
        from unnest(${sql.param(ids)}::uuid[], ${sql.param(seqs)}::bigint[],
          ${sql.param(leaves)}::bytea[]) as given (id, seq, leaf)
        where ${receipts.id} = given.id`,
      nodes: sql`insert into ${receiptNodes} (level, position, hash)
        select * from unnest(${sql.param(nodes.map(({ level }) => level))}::int[],
          ${sql.param(nodes.map(({ position }) => position))}::bigint[],
          ${sql.param(nodes.map(({ hash }) => hash))}::bytea[])`,
      kept: sql`insert into ${receiptHeads} (size, head, signature)
        select size, head, head_signature from ${receiptLog}
        where size > 0 and (updated_at at time zone 'UTC')::date < (now() at time zone 'UTC')::date
        on conflict do nothing`,
      log: tx
        .update(receiptLog)
        .set({ size: tree.size, root, head, headSignature: signature, updatedAt: sql`now()` }),
    },
    { isPrepared: true },
  )
}
