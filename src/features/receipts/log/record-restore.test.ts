import { verify } from 'node:crypto'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeBackup } from '#server/backup/backup.ts'
import { moveToPostgres } from '#server/backup/move.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { receiptKeys, receiptLog, receipts } from '#server/database/schema.ts'
import { openMetrics } from '#server/metrics/metrics.ts'
import { openEncryption } from '#server/security/encryption.ts'
import { reEncrypt } from '#server/security/re-encryption.ts'
import { encryptedColumns } from '#services.ts'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { emptyInstallation, openInstallation, secretKey } from '#test/harness/installation.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { appendReceipt } from './append.server.ts'
import { recordRestore } from './record-restore.server.ts'
import { sequenceBatch } from './sequence-batch.server.ts'
import { publicKeyOf } from './signing-keys.server.ts'
import { startLog } from './start-log.server.ts'
import { GrowingTree, leafHash } from './tree.server.ts'

type Place = Awaited<ReturnType<typeof emptyInstallation>>

const report = () => {}

/**
 * Does what a start of the product does to the log.
 *
 * @returns all receipts and the head, verified.
 */
async function start(place: Place, { key = secretKey, receiptsMore = 0 } = {}) {
  await using installation = await openInstallation(place)
  const { db } = installation.database
  const encryption = openEncryption([Buffer.from(key, 'base64')])
  const deps = { db, encryption, config: place.config, metrics: openMetrics() }
  if (key !== secretKey) await reEncrypt(db, encryption, encryptedColumns, true)
  await db.transaction(async (tx) => {
    await startLog(deps, tx)
    await recordRestore(deps, tx)
  })
  for (let n = 0; n < receiptsMore; n++) {
    await db.transaction((tx) =>
      appendReceipt(deps, tx, {
        kind: 'settings.demo_switched',
        actor: { kind: 'system' },
        data: { demo: true },
        subject: { type: 'settings' },
      }),
    )
  }
  while (await sequenceBatch(deps)) {}
  const [log] = await db.select().from(receiptLog)
  const keys = new Map((await db.select().from(receiptKeys)).map((one) => [one.keyId, one]))
  const all = await db.select().from(receipts).orderBy(asc(receipts.seq))
  const records = all.map(({ record }) => JSON.parse(record))
  const tree = new GrowingTree(0, [])
  for (const [n, { record, signature }] of all.entries()) {
    tree.add(leafHash(record))
    const { publicKey = Buffer.of() } = keys.get(records[n].keyId) ?? {}
    expect(verify(null, Buffer.from(record), publicKeyOf(publicKey), signature)).toBe(true)
    expect(records[n].log).toBe(log?.log)
  }
  expect(log).toMatchObject({ size: all.length, root: tree.root() })
  return { records, size: all.length, kinds: records.map(({ kind }) => kind) }
}

async function restored(from: Place): Promise<Place> {
  const backup = join(temporaryDirectory(), 'backup')
  await makeBackup({ config: from.config, target: backup, report })
  const to = await emptyInstallation('outside and disk')
  await restoreBackup({ config: to.config, backup, report, otherKey: true })
  return to
}

test('a restore is in the log at the next start, once, with the size at the backup; the log still verifies', async () => {
  const from = await emptyInstallation('outside and disk')
  const before = await start(from, { receiptsMore: 3 })
  expect(before.kinds).not.toContain('log.restored')
  const to = await restored(from)
  const begun = Date.now()
  const { records, size } = await start(to)
  expect(records.slice(0, before.size)).toEqual(before.records)
  expect(records.at(-1)).toMatchObject({
    kind: 'log.restored',
    subject: { type: 'log' },
    actor: { kind: 'system' },
    data: { backupAt: expect.stringMatching(/Z$/), size: before.size },
  })
  expect(Date.parse(records.at(-1).data.backupAt)).toBeLessThan(begun)
  expect((await start(to)).size).toBe(size)
})

test('restored again before it ever started, the last backup counts; without the key a new one signs it', async () => {
  const from = await emptyInstallation('outside and disk')
  await start(from, { receiptsMore: 1 })
  const twice = await restored(await restored(from))
  const otherKey = Buffer.alloc(32, 9).toString('base64')
  const { kinds } = await start(twice, { key: otherKey })
  expect(kinds.slice(-3)).toEqual(['settings.demo_switched', 'key.replaced', 'log.restored'])
})

test('a first start and a move to another server restore nothing', async () => {
  const from = await emptyInstallation('own and disk')
  const { kinds } = await start(from, { receiptsMore: 1 })
  const environment = { ...from.environment, DATABASE_URL: await newEmptyDatabase() }
  const config = readConfig(environment)
  await moveToPostgres({ config, report })
  expect((await start({ config, environment })).kinds).toEqual(kinds)
})
