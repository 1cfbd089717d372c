import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { openDatabase } from './open.ts'

test('an address counts as confirmed where a link was used; the first mail has the reasons', async () => {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const before = knownVersions().find(({ name }) => name === '0039_activity_and_searches')
  if (!before) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, before))
  const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
  const chat = (n: number) => `('${id(n)}', 'v${n}', 'Ada', 'a@n.test')`
  const mail = (n: number, at: string) =>
    `('${id(n)}', '${id(3)}', 'in', 'received', '<${n}@n.test>', 's@n.test', 'x', 'x', '${at}')`
  await connection.query(`
    INSERT INTO chat_sessions (id, visitor_hash, visitor_name, visitor_email)
      VALUES ${chat(1)}, ${chat(2)};
    INSERT INTO chat_browsers (visitor_hash, session_id, created_at)
      VALUES ('b1', '${id(1)}', '2026-02-01Z'), ('b2', '${id(1)}', '2026-01-01Z');
    INSERT INTO mail_threads (id, subject, suspect, suspect_reasons)
      VALUES ('${id(3)}', 'x', true, '{spam_flag}');
    INSERT INTO mail_messages (id, thread_id, direction, kind, message_id, to_address, subject,
      text, created_at) VALUES ${mail(5, '2026-01-01Z')}, ${mail(4, '2026-01-02Z')}`)
  await connection.end()
  const { db, close } = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  const { rows } = await db.execute<{ row: unknown }>(sql`
    select to_jsonb(extract(month from email_confirmed_at at time zone 'UTC')) as row
      from chat_sessions order by id`)
  const mails = await db.execute(sql`select suspect_reasons as row from mail_messages order by id`)
  expect([...rows, ...mails.rows].map(({ row }) => row)).toEqual([1, null, [], ['spam_flag']])
  await close()
})
