import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { openDatabase } from './open.ts'

test('rows of the former self-check are gone after the migration, and no others', async () => {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const before = knownVersions().find(({ name }) => name === '0036_order_by_unicode')
  if (!before) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, before))
  await connection.query(`
    INSERT INTO users (id, username, password_hash, role) VALUES
      ('00000000-0000-7000-8000-000000000001', 'ana', 'x', 'owner');
    INSERT INTO inquiries (id, name, email, message, content_hash, quarantined, quarantine_reasons) VALUES
      (gen_random_uuid(), 'Self-check', 'self-check@localhost.invalid', 'x', 'a', true, '{self_check}'),
      (gen_random_uuid(), 'Bot', 'bot@n.test', 'x', 'b', true, '{honeypot}');
    INSERT INTO chat_sessions (id, visitor_hash, visitor_name, visitor_email) VALUES
      ('00000000-0000-7000-8000-000000000002', 'a', 'Self-check', 'self-check@localhost.invalid'),
      ('00000000-0000-7000-8000-000000000003', 'b', 'Mia', 'mia@n.test');
    INSERT INTO marks (name, value) VALUES ('self-check.run', '{"runId": "1", "storageKey": "abc"}'),
      ('self-check.result', '{}'), ('quarantine.digest', null);
    INSERT INTO jobs (id, name, payload) VALUES
      (gen_random_uuid(), 'self-check', '{}'), (gen_random_uuid(), 'quarantine.digest', '{}');
    INSERT INTO notifications (id, user_id, event, event_key, tag, title, url) VALUES
      (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', 'self_check.failed', '1', 't', 'T', '/admin'),
      (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', 'intake.failing', '2', 't', 'T', '/admin');
    INSERT INTO notification_preferences (user_id, event, push, mail) VALUES
      ('00000000-0000-7000-8000-000000000001', 'self_check.failed', true, true);
    INSERT INTO notification_channels (id, kind, name, host, url_encrypted, events) VALUES
      (gen_random_uuid(), 'ntfy', 'N', 'n.test', 'x', '{self_check.failed,intake.failing}');
    INSERT INTO mail_messages (id, direction, kind, message_id, to_address, subject, text) VALUES
      (gen_random_uuid(), 'out', 'self_check', '<1@n.test>', 'a@n.test', 'Self-check', 'x')`)
  await connection.end()
  const { db, close } = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  const { rows } = await db.execute<{ row: string }>(sql`
    select name as row from inquiries union all select visitor_name from chat_sessions
    union all select name from stored_state union all select name from jobs
    union all select event from notifications union all select event from notification_preferences
    union all select unnest(events) from notification_channels
    union all select kind from mail_messages union all select storage_key from blob_deletions`)
  expect(rows.map(({ row }) => row)).toEqual([
    ...['Bot', 'Mia', 'quarantine.digest', 'quarantine.digest', 'intake.failing'],
    ...['intake.failing', 'abc'],
  ])
  await close()
})
