import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { receiptNodes, receipts } from '#server/database/schema.ts'
import { type Node, nodesOf, type Range, rangeHash } from './tree.server.ts'

type Found = { level: number; position: number; hash: Uint8Array }

const nameOf = ({ level, position }: Node) => `${level}.${position}`

/** @throws Error if a node is missing in the database; a check of the log finds out which. */
export async function readNodes(
  db: Database | Transaction,
  nodes: readonly Node[],
): Promise<Uint8Array[]> {
  if (nodes.length === 0) return []
  const nodesAt = (inner: boolean) => nodes.filter(({ level }) => level > 0 === inner)
  const levels = sql.param(nodesAt(true).map(({ level }) => level))
  const positions = sql.param(nodesAt(true).map(({ position }) => position))
  const leaves = sql.param(nodesAt(false).map(({ position }) => position))
  const found = await executePrepared<Found>(
    db,
    sql`select level, position, hash
      from unnest(${levels}::int[], ${positions}::bigint[]) as wanted (l, p)
      join ${receiptNodes} on level = l and position = p
      union all select 0, ${receipts.seq}, ${receipts.leaf} from ${receipts}
      where ${receipts.seq} = any(${leaves}::bigint[])`,
  )
  const hashes = new Map(found.map((node) => [nameOf(node), node.hash]))
  return nodes.map((node) => {
    const hash = hashes.get(nameOf(node))
    if (!hash) throw new Error(`The log of receipts lacks node ${nameOf(node)}.`)
    return hash
  })
}

/** The hashes of ranges in hex. */
export async function readRanges(
  db: Database | Transaction,
  ranges: readonly Range[],
): Promise<string[]> {
  const parts = ranges.map(nodesOf)
  const hashes = await readNodes(db, parts.flat())
  return parts.map((nodes) => {
    const hash = rangeHash(hashes.splice(0, nodes.length))
    return Buffer.from(hash).toString('hex')
  })
}
