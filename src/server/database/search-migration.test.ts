import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { openDatabase } from './open.ts'

test('rows of the version before are found in every spelling, and nothing counts them', async () => {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const before = knownVersions().find(({ name }) => name === '0033_booking_at_google')
  if (!before) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, before))
  await connection.query(`
    INSERT INTO clients (id, name, email) VALUES
      (gen_random_uuid(), 'Zoe\u0308 Weiß', 'z@n.test'), (gen_random_uuid(), 'ΟΔΟΣ', 'o@n.test'),
      (gen_random_uuid(), 'Οδυσσεύς', 'p@n.test');
    INSERT INTO inquiries (id, name, email, message, content_hash)
      VALUES (gen_random_uuid(), 'Straße', 's@n.test', 'x', '');
    INSERT INTO pages (id, kind, slug, title, body)
      VALUES (gen_random_uuid(), 'note', 'a', 'Ångström', 'x')`)
  await connection.end()
  const { db, close } = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  const { rows } = await db.execute(sql`
    select name from clients where search like joined_words('%ZOË WEISS%')
    union all select name from clients where search like joined_words('%οδος%')
    union all select name from clients where search like joined_words('%ΟΔΥΣΣΕΥΣ%')
    union all select name from inquiries where search like joined_words('%STRASSE%')
    union all select title from pages where search like joined_words(${'%\u212bngstro\u0308m%'})`)
  expect(rows.map(({ name }) => name)).toEqual([
    'Zoe\u0308 Weiß',
    'ΟΔΟΣ',
    'Οδυσσεύς',
    'Straße',
    'Ångström',
  ])
  const left = await db.execute(sql`
    select proname as name from pg_proc where proname in ('short_grams', 'count_clients', 'sort_key')
    union all select relname from pg_class where relname = 'client_counts'`)
  expect(left.rows).toEqual([])
  await close()
})
