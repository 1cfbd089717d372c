import type { KeyObject } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { receiptKeys, receiptLog } from '#server/database/schema.ts'
import { onCommit } from '#server/database/transactions.ts'
import type { Encryption } from '#server/security/encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import { readPrivateKey } from './signing-keys.server.ts'

/** Instances learn of a new key within this time. Verifiers allow for more. */
const freshMs = 10_000

/** If the system clock steps by more than this, the cached time of the database is invalid. */
const clockStepMs = 1_000

export type SigningDependencies = Pick<Dependencies, 'db' | 'encryption' | 'config'>

export type Signer = {
  log: string
  keyId: string
  privateKey: KeyObject
  /** The present time of the database's clock, but never before the key is valid. */
  now(): string
}

type Known = Omit<Signer, 'now'> & {
  encrypted: string
  validFrom: number
  /** Milliseconds by which the database's clock is ahead of the clock of the process. */
  ahead: number
  readAt: number
  systemReadAt: number
}

/** Cached by encryption, of which an installation has one. */
const knownSigners = new WeakMap<Encryption, Known>()

export const privateKeyContext = (keyId: string) => `receipt_keys|${keyId}|private_key`

/** Reads the log, the active key and the clock. @returns undefined before the log exists. */
export async function readSigner(
  { db: ownDb, encryption }: SigningDependencies,
  db: Database | Transaction,
): Promise<Signer | undefined> {
  const begunAt = performance.now()
  const [row] = await db
    .select({
      log: receiptLog.log,
      keyId: receiptKeys.keyId,
      encrypted: receiptKeys.privateKeyEncrypted,
      validFrom: receiptKeys.validFrom,
      time: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
    })
    .from(receiptLog)
    .innerJoin(receiptKeys, eq(receiptKeys.state, 'active'))
  if (!row?.encrypted) return undefined
  const { log, keyId, encrypted, time } = row
  const readAt = performance.now()
  const before = knownSigners.get(encryption)
  const privateKey =
    before?.encrypted === encrypted
      ? before.privateKey
      : readPrivateKey(encryption.decrypt(encrypted, privateKeyContext(keyId)))
  const known = {
    log,
    keyId,
    encrypted,
    privateKey,
    readAt,
    systemReadAt: Date.now(),
    validFrom: row.validFrom.getTime(),
    ahead: time - (begunAt + readAt) / 2,
  }
  const keep = () => void knownSigners.set(encryption, known)
  // A transaction may roll back the key that it has created.
  if (db === ownDb) keep()
  else onCommit(db, keep)
  return signerOf(known)
}

function signerOf(known: Known): Signer {
  const { validFrom, ahead } = known
  const now = () =>
    new Date(Math.max(validFrom, Math.floor(performance.now() + ahead))).toISOString()
  return { ...known, now }
}

function isFresh({ readAt, systemReadAt }: Known): boolean {
  const passed = performance.now() - readAt
  const step = Math.abs(Date.now() - systemReadAt - passed)
  return passed < freshMs && step < clockStepMs
}

/** The cached signer; if it is outdated, the transaction reads it again. */
export async function currentSigner(
  deps: SigningDependencies,
  tx: Transaction,
): Promise<Signer | undefined> {
  const known = knownSigners.get(deps.encryption)
  return known && isFresh(known) ? signerOf(known) : readSigner(deps, tx)
}
