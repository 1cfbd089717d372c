import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { openDatabase } from './open.ts'

test('stored state, keys and set-ups are kept, and a lease of the former version is over', async () => {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const before = knownVersions().find(({ name }) => name === '0037_remove_self_check')
  if (!before) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, before))
  const id = '00000000-0000-7000-8000-000000000001'
  await connection.query(`
    INSERT INTO users (id, username, password_hash, role) VALUES ('${id}', 'ana', 'x', 'owner');
    INSERT INTO clients (id, name, email) VALUES ('${id}', 'Mia', 'mia@n.test');
    INSERT INTO creations (user_id, key, action, subject_id) VALUES ('${id}', 'k1', 'client', '${id}');
    INSERT INTO marks (name, value) VALUES ('seed:site:1', '{"kept": true}');
    INSERT INTO jobs (id, name) VALUES (gen_random_uuid(), 'creations.forget'),
      (gen_random_uuid(), 'quarantine.digest');
    INSERT INTO google_setups (client_id, service, details) VALUES ('${id}', 'drive',
      '{"folder": "f1", "holder": "another", "leaseUntil": 9999999999}')`)
  await connection.end()
  const { db, close } = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  const { rows } = await db.execute<{ row: unknown }>(sql`
    select to_jsonb(key) as row from idempotency_keys
    union all select to_jsonb(name) || value from stored_state
    union all select to_jsonb(name) from jobs
    union all select details || jsonb_build_object('lease', lease_until) from google_setups`)
  expect(rows.map(({ row }) => row)).toEqual([
    ...['k1', ['seed:site:1', { kept: true }], 'quarantine.digest'],
    { folder: 'f1', lease: null },
  ])
  await close()
})
