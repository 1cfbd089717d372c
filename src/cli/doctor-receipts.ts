import { verify } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { canonical } from '#features/receipts/log/canonical.ts'
import { readDelayed, readLog } from '#features/receipts/log/read-log.server.ts'
import { privateKeyContext } from '#features/receipts/log/signer.server.ts'
import {
  publicKeyOf,
  readPrivateKey,
  signText,
} from '#features/receipts/log/signing-keys.server.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/open.ts'
import * as schema from '#server/database/schema.ts'
import { connectToDatabase } from './doctor-database.ts'
import { type Finding, failed, notSet, ok, runCheck } from './doctor-findings.ts'
import { sealOf } from './doctor-inside.ts'
import { ask, at } from './doctor-requests.ts'

type Key = typeof schema.receiptKeys.$inferSelect

/** Whether a signature made with the stored key is valid. */
function canSign(config: Config, { keyId, publicKey, privateKeyEncrypted }: Key): boolean {
  try {
    const key = sealOf(config)?.decrypt(privateKeyEncrypted ?? '', privateKeyContext(keyId))
    if (!key) return false
    const signature = signText(keyId, readPrivateKey(key))
    return verify(null, Buffer.from(keyId), publicKeyOf(publicKey), signature)
  } catch {
    return false
  }
}

async function signingKey(db: Database, config: Config): Promise<Finding> {
  const check = 'Signing key'
  const { receiptKeys } = schema
  const [key] = await db.select().from(receiptKeys).where(eq(receiptKeys.state, 'active'))
  if (!key) return failed(check, 'there is none: restart the product.')
  return canSign(config, key)
    ? ok(check, `${key.keyId} opens and signs.`)
    : failed(check, `${key.keyId} does not open: set SECRET_KEY to the key of this installation.`)
}

async function pendingReceipts(db: Database): Promise<Finding> {
  const check = 'Receipts'
  const { count, since } = await readDelayed(db)
  if (since)
    return failed(
      check,
      `${count} should have entered the log since ${since.toISOString()}: see event receipts in the log of the product.`,
    )
  const { size = 0 } = (await readLog(db)) ?? {}
  return ok(check, `${size.toLocaleString('en-US')} are in the log.`)
}

const maxTries = 3

/** The log may grow while it is read, so a head counts that the database had before or after. */
async function publicHead(db: Database, url: URL): Promise<Finding> {
  const check = 'Public head'
  const address = at(url, '/.well-known/receipts.json')
  for (let tries = 1; ; tries++) {
    const before = await readLog(db)
    const { status, body } = await ask(address)
    if (status !== 200) return failed(check, `${address.href} answers ${status}.`)
    const shown = canonical((JSON.parse(body.toString()) as { head: object }).head)
    if (shown === before?.head || shown === (await readLog(db))?.head)
      return ok(check, `${address.href} shows that of the database.`)
    if (tries === maxTries)
      return failed(
        check,
        `${address.href} does not show that of the database: another installation, or a proxy that keeps old answers.`,
      )
  }
}

export async function checkReceipts(config: Config, url: URL): Promise<Finding[]> {
  const client = await connectToDatabase(config)
  if (!client) return [notSet('Receipts', 'checked only while the product runs.')]
  const db = drizzle({ client, schema, casing: 'snake_case' })
  try {
    return [
      ...(await runCheck('Signing key', () => signingKey(db, config))),
      ...(await runCheck('Receipts', () => pendingReceipts(db))),
      ...(await runCheck('Public head', () => publicHead(db, url))),
    ]
  } finally {
    await client.end()
  }
}
