import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { openDatabase } from './open.ts'
import { jobs, mailMessages } from './schema.ts'

/** A database of the version before mail was stored, filled by `fill`, and then migrated. */
async function migrated(fill: (connection: Client) => Promise<unknown>) {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const before = knownVersions().find(({ name }) => name === '0006_page_leads')
  if (!before) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, before))
  await fill(connection)
  await connection.end()
  const database = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  return { ...database, [Symbol.asyncDispose]: database.close }
}

test('every lead of former versions gets a number of its own', async () => {
  await using database = await migrated((connection) =>
    connection.query(`
      INSERT INTO inquiries (id, name, email, message, content_hash, quarantined)
      SELECT gen_random_uuid(), 'N' || n, 'n@n.test', 'x', '', n % 7 = 0
      FROM generate_series(1, 2000) n`),
  )
  const { rows } = await database.db.execute(sql`
    select count(*)::int as leads, count(distinct number)::int as numbers,
      count(*) filter (where number ~ '^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$')::int as well_formed,
      count(distinct substr(number, 3, 1))::int as first_characters,
      count(distinct right(number, 1))::int as last_characters
    from inquiries`)
  const all = { leads: 2_000, numbers: 2_000, well_formed: 2_000 }
  expect(rows).toEqual([{ ...all, first_characters: 32, last_characters: 32 }])
})

test('mail that waits as a job becomes a message with the same Message-ID, one per recipient', async () => {
  const mail = (id: string, to: string) => ({
    to,
    subject: `To ${to}`,
    text: 'Text',
    messageId: id,
  })
  await using database = await migrated(async (connection) => {
    const add = (name: string, payload: object, finished: string | null = null) =>
      connection.query(
        `INSERT INTO jobs (id, name, payload, finished_at, attempts)
        VALUES (gen_random_uuid(), $1, $2, $3, 2)`,
        [name, payload, finished],
      )
    await add('mail.send', mail('<one@n.test>', 'ana@n.test'))
    await add('mail.send', mail('<two@n.test>', 'Bo Li <bo@n.test>, cy@n.test,'))
    await add('mail.send', mail('<old@n.test>', 'dee@n.test'), '2026-01-01')
    await add('google.sync', { to: 'ana@n.test' })
  })
  const { db } = database
  const messages = await db.select().from(mailMessages).orderBy(mailMessages.toAddress)
  const waits = { direction: 'out', kind: 'account', delivery: 'queued', attempts: 0, text: 'Text' }
  expect(messages).toMatchObject([
    { messageId: '<one@n.test>', toAddress: 'ana@n.test', subject: 'To ana@n.test', ...waits },
    { messageId: '<two@n.test>', toAddress: 'bo@n.test', ...waits },
    { messageId: '<2.two@n.test>', toAddress: 'cy@n.test', ...waits },
  ])
  for (const { nextAttemptAt } of messages) {
    expect(Date.now() - Number(nextAttemptAt)).toBeLessThan(60_000)
  }
  const left = await db.select({ name: jobs.name, payload: jobs.payload }).from(jobs)
  expect(left.map(({ name }) => name).sort()).toEqual(['google.sync', 'mail.send'])
})
