/**
 * Opens its own PostgreSQL, reports its content and writes until it is killed. Every line on
 * standard output is JSON: first `{ present }` with the ids found, then `{ id }` after each commit.
 */
import { writeSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/open.ts'

const [dataDir = '', round = '0'] = process.argv.slice(2)
const { db } = await openDatabase({ dataDir })
const report = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)

await db.execute(sql`CREATE TABLE IF NOT EXISTS crash_rows (id text PRIMARY KEY, body text)`)
await db.execute(sql`CREATE TABLE IF NOT EXISTS crash_pairs (id text PRIMARY KEY)`)
// A transaction writes to both tables, so a row without its pair is half a transaction.
const found = await db.execute<{ id: string; whole: boolean }>(
  sql`SELECT coalesce(r.id, p.id) AS id, r.id IS NOT NULL AND p.id IS NOT NULL AS whole
      FROM crash_rows r FULL JOIN crash_pairs p ON r.id = p.id`,
)
report({
  present: found.rows.map(({ id }) => id),
  torn: found.rows.filter(({ whole }) => !whole).length,
})

async function write(writer: number): Promise<never> {
  for (let turn = 0; ; turn++) {
    const id = `${round}.${writer}.${turn}`
    await db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO crash_rows VALUES (${id}, ${'x'.repeat(turn % 3_000)})`)
      await tx.execute(sql`INSERT INTO crash_pairs VALUES (${id})`)
    })
    report({ id })
  }
}

await Promise.all([1, 2, 3, 4].map(write))
