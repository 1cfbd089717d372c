import { asc } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { receiptKeys, receiptLog } from '#server/database/schema.ts'
import { fingerprintOf, publicKeyOf } from './signing-keys.server.ts'

type Reader = Database | Transaction

export async function readLog(db: Reader) {
  const [log] = await db.select().from(receiptLog)
  return log
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
