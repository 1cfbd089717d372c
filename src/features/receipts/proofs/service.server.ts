import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database } from '#server/database/open.ts'
import { receiptHeads, receipts } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import type { Context, Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { readRanges } from '../log/nodes.server.ts'
import { readLog, readRestores } from '../log/read-log.server.ts'
import { consistencyPath, inclusionPath } from '../log/tree.server.ts'
import type { Head, receiptProofs } from './contract.ts'

const budget: Budget = { name: 'receipts', points: 120, seconds: 60 }

/** One limit for all public calls together. */
export function limitCalls({ limits }: Pick<Context, 'limits'>, address: string): Promise<void> {
  const sentence = 'Too many requests at once. Please try again shortly.'
  return takeOrRefuse(limits, budget, addressKey(address), sentence)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

type Signed = { head: string; signature: Uint8Array }

const shown = (signed: Signed | undefined) => ({
  head: signed ? (JSON.parse(signed.head) as Head) : null,
  headSignature: signed ? hex(signed.signature) : null,
})

async function findHead(db: Database, size: number): Promise<Signed | undefined> {
  const [kept] = await db.select().from(receiptHeads).where(eq(receiptHeads.size, size))
  return kept
}

/** Why a size is refused. A head of that size was lost if the log was restored since. */
async function tooLarge(db: Database, size: number): Promise<string> {
  const restore = (await readRestores(db)).at(-1)
  const words = `The log has ${size} receipts.`
  if (!restore) return words
  return `${words} It was restored at ${restore.at} from a backup of ${restore.size}: what came between them is lost.`
}

export const receiptProofsService: Service<typeof receiptProofs> = {
  async inclusion(context, { leaf, size: wanted }) {
    const { db, requester } = context
    await limitCalls(context, requester.address)
    const log = await readLog(db)
    const present = log?.size ?? 0
    const size = wanted ?? present
    const [found] = await db
      .select({ seq: receipts.seq })
      .from(receipts)
      .where(eq(receipts.leaf, Buffer.from(leaf, 'hex')))
    if (size > present) throw new Failure('not_found', await tooLarge(db, present))
    const seq = found?.seq ?? size
    if (seq >= size) {
      throw new Failure('not_found', 'There is no such receipt in the log of this size.')
    }
    const hashes = await readRanges(db, inclusionPath(seq, { start: 0, end: size }))
    const signed =
      log && size === present
        ? { head: log.head, signature: log.headSignature }
        : await findHead(db, size)
    return { seq, size, leaf, hashes, ...shown(signed) }
  },

  async consistency(context, { first, second }) {
    const { db, requester } = context
    await limitCalls(context, requester.address)
    const size = (await readLog(db))?.size ?? 0
    const refuse = (field: string, message: string) =>
      new Failure('invalid_input', message, { fields: { [field]: message } })
    if (first > second) throw refuse('first', 'Use a size of at most `second`')
    if (second > size) throw refuse('second', await tooLarge(db, size))
    const hashes = await readRanges(db, consistencyPath(first, { start: 0, end: second }))
    return { first, second, hashes }
  },
}
