/**
 * Starts the own PostgreSQL in a directory, reports its content and writes until it is killed:
 *
 * node test/harness/own-writer.ts <directory> <round> [thrown-away]
 *
 * Every line on standard output is JSON: first `{ pid, present, torn }` with the ids found and the
 * number of half-written transactions, then `{ id }` after each commit.
 */
import { writeSync } from 'node:fs'
import { Pool } from 'pg'
import { startOwnServer, startServerIn } from '#server/own-postgres/server.ts'

const [directory = '', round = '0', mode] = process.argv.slice(2)
const server =
  mode === 'thrown-away'
    ? await startServerIn(`${directory}/database`, { isThrownAway: true })
    : await startOwnServer({ dataDir: directory })
const pool = new Pool({ connectionString: server.url })
pool.on('error', () => {})
const report = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)

await pool.query('CREATE TABLE IF NOT EXISTS crash_rows (id text PRIMARY KEY, body text)')
await pool.query('CREATE TABLE IF NOT EXISTS crash_pairs (id text PRIMARY KEY)')
const found = await pool.query(
  `SELECT coalesce(r.id, p.id) AS id, r.id IS NOT NULL AND p.id IS NOT NULL AS whole
    FROM crash_rows r FULL JOIN crash_pairs p ON r.id = p.id`,
)
report({
  pid: server.pid,
  present: found.rows.map(({ id }) => id),
  torn: found.rows.filter(({ whole }) => !whole).length,
})

async function write(writer: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const id = `${round}.${writer}.${turn}`
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('INSERT INTO crash_rows VALUES ($1, $2)', [id, 'x'.repeat(turn % 3_000)])
      await client.query('INSERT INTO crash_pairs VALUES ($1)', [id])
      await client.query('COMMIT')
      report({ id })
      client.release()
    } catch {
      client.release(true)
    }
  }
}

await Promise.all([1, 2, 3, 4].map(write))
