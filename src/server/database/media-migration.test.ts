import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { openDatabase } from './open.ts'
import { media } from './schema.ts'

const before = '0019_booking'

test('logos of before stay, and nothing is said of them in the dark', async () => {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const version = knownVersions().find(({ name }) => name === before)
  if (!version) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, version))
  await connection.query(`
    INSERT INTO media (id, purpose, public_name, mime_type, width, height, file_size, sha256, storage_key)
    VALUES (gen_random_uuid(), 'logo', '${'0'.repeat(32)}.png', 'image/png', 64, 64, 9, '\\x00', 'k')`)
  await connection.end()
  const database = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  const { purpose, isHardInDark } = media
  expect(await database.db.select({ purpose, isHardInDark }).from(media)).toEqual([
    { purpose: 'logo', isHardInDark: false },
  ])
  await database.close()
})
