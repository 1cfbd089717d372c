import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { databaseTime } from '../../../server/database/clock.ts'
import type { Transaction } from '../../../server/database/open.ts'
import { receiptKeys, receiptLog } from '../../../server/database/schema.ts'
import { writeTogether } from '../../../server/database/write-together.ts'
import { signHead } from '../tree/heads.server.ts'
import { emptyRoot } from '../tree/tree.server.ts'
import {
  privateKeyContext,
  readSigner,
  type Signer,
  type SigningDependencies,
} from './signer.server.ts'
import { newKey, writePrivateKey } from './signing.server.ts'
import { signedWrites } from './writing.server.ts'

/** Serialises the first start of several instances. */
const startLock = 7_314_003

const logBytes = 16

/** Names the log and makes its first key, unless that is done. */
export async function startLog(deps: SigningDependencies, tx: Transaction): Promise<Signer> {
  const { encryption, config } = deps
  await tx.execute(sql`select pg_advisory_xact_lock(${startLock})`)
  const present = await readSigner(deps, tx)
  if (present) return present
  const { keyId, publicKey, privateKey } = newKey()
  const at = await databaseTime(tx)
  const log = randomBytes(logBytes).toString('hex')
  const signer = { log, keyId, privateKey, now: () => at.toISOString() }
  await tx.insert(receiptKeys).values({
    ...{ keyId, publicKey, state: 'active', validFrom: at },
    privateKeyEncrypted: encryption.encrypt(writePrivateKey(privateKey), privateKeyContext(keyId)),
  })
  const { head, signature } = signHead(signer, 0, emptyRoot)
  await tx
    .insert(receiptLog)
    .values({ log, size: 0, root: emptyRoot, head, headSignature: signature, updatedAt: at })
  const { origin } = new URL(config.publicUrl)
  const first = { kind: 'log.started', actor: { kind: 'system' } } as const
  await writeTogether(
    tx,
    signedWrites(signer, tx, { ...first, subject: { type: 'log' }, data: { origin } }),
  )
  return signer
}
