import { randomBytes, verify } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holdFiles } from '#server/database/file-hold.ts'
import { receiptKeys, receiptLog, receipts } from '#server/database/schema.ts'
import { openEncryption } from '#server/security/encryption.ts'
import { reEncrypt, refuseLostKey } from '#server/security/re-encryption.ts'
import { encryptedColumns } from '#services.ts'
import { appendMany, sequence } from '#test/harness/receipts.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { publicKeyOf } from './signing-keys.server.ts'
import { startLog } from './start-log.server.ts'

const secretKey = () => randomBytes(32)

async function appWith(key: Buffer) {
  const app = await openTestApp({ environment: { SECRET_KEY: key.toString('base64') } })
  await appendMany(app, 1)
  await sequence(app)
  return app
}

/** Starts the log as the product does, with another encryption key. */
async function start({ deps, db }: TestApp, key: Buffer) {
  const own = { ...deps, encryption: openEncryption([key]) }
  await refuseLostKey(own, encryptedColumns)
  return db.transaction((tx) => startLog(own, tx))
}

test('after the secret key is replaced and the old one dropped the log goes on with its key', async () => {
  const [old, fresh] = [secretKey(), secretKey()]
  await using app = await appWith(old)
  await expect(start(app, fresh)).rejects.toThrow('receipt_keys.private_key_encrypted (1)')
  const both = openEncryption([fresh, old])
  expect(await reEncrypt(app.db, both, encryptedColumns)).toMatchObject({ renewed: 1 })
  const { keyId } = await start(app, fresh)
  expect(await app.db.select({ keyId: receiptKeys.keyId }).from(receiptKeys)).toEqual([{ keyId }])
})

test('a lost key is replaced in the open: the same log, and a receipt by the new key', async () => {
  const [lost, fresh] = [secretKey(), secretKey()]
  await using app = await appWith(lost)
  const [before] = await app.db.select().from(receiptKeys)
  const [log] = await app.db.select().from(receiptLog)
  const forgotten = await reEncrypt(app.db, openEncryption([fresh]), encryptedColumns, true)
  expect(forgotten).toMatchObject({ forgotten: 1, unreadable: {} })
  const signers = [await start(app, fresh), await start(app, fresh)]
  expect(new Set(signers.map(({ keyId }) => keyId)).size, 'one new key').toBe(1)
  const { keyId } = signers[0] ?? {}
  const after = await app.db.select().from(receiptKeys).orderBy(receiptKeys.validFrom)
  expect(after).toMatchObject([
    {
      keyId: before?.keyId,
      state: 'replaced',
      privateKeyEncrypted: null,
      validUntil: expect.any(Date),
    },
    { keyId, state: 'active' },
  ])
  const [receipt, ...more] = await app.db
    .select()
    .from(receipts)
    .where(eq(receipts.kind, 'key.replaced'))
  expect(more).toEqual([])
  expect(JSON.parse(receipt?.record ?? '')).toMatchObject({
    log: log?.log,
    keyId,
    subject: { type: 'key', id: keyId },
    data: {
      replacedKeyId: before?.keyId,
      publicKey: Buffer.from(after[1]?.publicKey ?? []).toString('hex'),
    },
  })
  const key = publicKeyOf(after[1]?.publicKey ?? Buffer.of())
  const { record = '', signature = Buffer.of() } = receipt ?? {}
  expect(verify(null, Buffer.from(record), key, signature)).toBe(true)
})

test('a backup under way holds up no start', async () => {
  const key = secretKey()
  await using app = await appWith(key)
  await app.db.transaction(async (backup) => {
    await backup.execute(sql.raw(holdFiles))
    await expect(start(app, key)).resolves.toMatchObject({ keyId: expect.any(String) })
    await backup.execute(sql`select pg_advisory_unlock_all()`)
  })
})
