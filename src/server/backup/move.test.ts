import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openBucket } from '#test/harness/bucket.ts'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { contentOf, fillEveryTable, rowsOf } from '#test/harness/every-table.ts'
import {
  emptyInstallation,
  openInstallation,
  secretKey,
  storedKeys,
  storeFiles,
} from '#test/harness/installation.ts'
import { readConfig } from '../config.ts'
import { moveToPostgres } from './move.ts'

const report = () => {}

test('every row moves to an outside server and every document to the bucket', async () => {
  const installation = await emptyInstallation('own and disk')
  const { dataDir } = installation.config
  const DATABASE_URL = await newEmptyDatabase()
  await using bucket = await openBucket()
  const environment = { ...installation.environment, DATABASE_URL }
  const config = readConfig(environment)
  let content: Record<string, string[]>
  {
    await using before = await openInstallation(installation)
    await fillEveryTable(before.database.db)
    await storeFiles(before)
    content = await contentOf(before.database.db)
    await expect(moveToPostgres({ config, report })).rejects.toThrow('already open in process')
  }

  writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 9).toString('base64'))
  await expect(moveToPostgres({ config, report })).rejects.toThrow(/^SECRET_KEY is not the key of/)
  writeFileSync(join(dataDir, 'secret.key'), secretKey)

  const withBucket = { ...environment, ...bucket.environment }
  const moved = await moveToPostgres({ config: readConfig(withBucket), report })
  expect([...moved.rows]).toEqual(
    Object.keys(content)
      .sort()
      .map((name) => [name, rowsOf(name)]),
  )
  expect(moved.documents).toEqual({ sent: storedKeys.length, missing: [] })

  await using after = await openInstallation({
    config: readConfig(withBucket),
    environment: withBucket,
  })
  expect(await contentOf(after.database.db)).toEqual(content)
  expect(await buffer(await after.storage.read('1'.repeat(32)))).toEqual(Buffer.from([0]))
  expect(readdirSync(join(dataDir, 'documents'))).toHaveLength(storedKeys.length)

  await expect(moveToPostgres({ config, report })).rejects.toThrow(/already has tables/)
  const elsewhere = readConfig({ ...environment, DATABASE_URL: await newEmptyDatabase() })
  expect((await moveToPostgres({ config: elsewhere, report })).documents).toEqual({
    sent: 0,
    missing: [],
  })
})

test('a move that fails leaves the target as empty as it was', async () => {
  const installation = await emptyInstallation('own and disk')
  const DATABASE_URL = await newEmptyDatabase()
  const config = readConfig({ ...installation.environment, DATABASE_URL })
  {
    await using before = await openInstallation(installation)
    await fillEveryTable(before.database.db)
    // This makes a dangling reference, which restoring the foreign keys must refuse.
    const { db } = before.database
    await db.execute(sql`alter table sessions drop constraint sessions_user_id_users_id_fk`)
    await db.execute(sql`update sessions set user_id = gen_random_uuid()`)
  }
  await expect(moveToPostgres({ config, report })).rejects.toThrow(/violates foreign key/)
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(
    "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname IN ('public', 'drizzle')",
  )
  expect(rows).toEqual([{ tables: 0 }])
  await client.end()
})
