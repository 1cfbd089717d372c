import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { databaseTime } from '#server/database/clock.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Transaction } from '#server/database/open.ts'
import { receiptKeys, receiptLog } from '#server/database/schema.ts'
import { writeTogether } from '#server/database/write-together.ts'
import { signHead } from './heads.server.ts'
import {
  privateKeyContext,
  readSigner,
  type Signer,
  type SigningDependencies,
} from './signer.server.ts'
import { newKey, writePrivateKey } from './signing-keys.server.ts'
import { emptyRoot } from './tree.server.ts'
import { signedWrites } from './write-receipts.server.ts'

const logBytes = 16

/**
 * Names the log and creates its first key unless that is done. If the last key was lost, another
 * one is created.
 */
export async function startLog(deps: SigningDependencies, tx: Transaction): Promise<Signer> {
  await tx.execute(lockNamed('receipt log'))
  const present = await readSigner(deps, tx)
  if (present) return present
  const at = await databaseTime(tx)
  const { keyId, publicKey, privateKey } = newKey()
  const [replaced] = await tx
    .select({ keyId: receiptKeys.keyId })
    .from(receiptKeys)
    .where(eq(receiptKeys.state, 'replaced'))
    .orderBy(desc(receiptKeys.validUntil))
    .limit(1)
  await tx.insert(receiptKeys).values({
    keyId,
    publicKey,
    state: 'active',
    validFrom: at,
    privateKeyEncrypted: deps.encryption.encrypt(
      writePrivateKey(privateKey),
      privateKeyContext(keyId),
    ),
  })
  const [begun] = await tx.select({ log: receiptLog.log }).from(receiptLog)
  const log = begun?.log ?? randomBytes(logBytes).toString('hex')
  const signer = { log, keyId, privateKey, now: () => at.toISOString() }
  if (!begun) await insertLog(tx, signer, at)
  const writes = replaced
    ? signedWrites(signer, tx, {
        kind: 'key.replaced',
        actor: { kind: 'system' },
        subject: { type: 'key', id: keyId },
        data: { replacedKeyId: replaced.keyId, publicKey: publicKey.toString('hex') },
      })
    : signedWrites(signer, tx, {
        kind: 'log.started',
        actor: { kind: 'system' },
        subject: { type: 'log' },
        data: { origin: new URL(deps.config.publicUrl).origin },
      })
  await writeTogether(tx, writes)
  return signer
}

async function insertLog(tx: Transaction, signer: Signer, at: Date): Promise<void> {
  const { head, signature } = signHead(signer, 0, emptyRoot)
  await tx.insert(receiptLog).values({
    log: signer.log,
    size: 0,
    root: emptyRoot,
    head,
    headSignature: signature,
    updatedAt: at,
  })
}
