import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { receiptKeys, receiptLog, receipts } from '#server/database/schema.ts'
import { fingerprintOf, publicKeyOf } from './signing-keys.server.ts'

type Reader = Database | Transaction

export async function readLog(db: Reader) {
  const [log] = await db.select().from(receiptLog)
  return log
}

/** A receipt enters the log at most this many seconds after its act. */
export const maximumMergeDelaySeconds = 60

/** How many receipts should have entered the log but have not, and since when the oldest waits. */
export async function readDelayed(db: Reader): Promise<{ count: number; since: Date | null }> {
  const due = sql`now() - make_interval(secs => ${maximumMergeDelaySeconds})`
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      since: sql<string | null>`min(${receipts.createdAt})`,
    })
    .from(receipts)
    .where(and(isNull(receipts.seq), lt(receipts.createdAt, due)))
  const { count = 0, since = null } = found ?? {}
  return { count, since: since === null ? null : new Date(since) }
}

/** The restores of the log, oldest first, with its size in the backup. */
export async function readRestores(db: Reader) {
  const rows = await db
    .select({ record: receipts.record })
    .from(receipts)
    .where(eq(receipts.kind, 'log.restored'))
    .orderBy(asc(receipts.no))
  return rows.map(({ record }) => {
    const { at, data } = JSON.parse(record) as {
      at: string
      data: { backupAt: string; size: number }
    }
    return { at, backupAt: data.backupAt, size: data.size }
  })
}

/** The public keys, oldest first. */
export async function readKeys(db: Reader) {
  const { keyId, publicKey, state, validFrom, validUntil } = receiptKeys
  const keys = await db
    .select({ keyId, publicKey, state, validFrom, validUntil })
    .from(receiptKeys)
    .orderBy(asc(validFrom), asc(keyId))
  return keys.map((key) => ({
    keyId: key.keyId,
    algorithm: 'Ed25519',
    publicKey: Buffer.from(key.publicKey).toString('hex'),
    spkiPem: publicKeyOf(key.publicKey).export({ format: 'pem', type: 'spki' }).toString(),
    fingerprint: fingerprintOf(key.publicKey),
    validFrom: key.validFrom.toISOString(),
    validUntil: key.validUntil?.toISOString() ?? null,
    state: key.state,
  }))
}
