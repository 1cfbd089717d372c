import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { baselineMadeAt } from './migrations.ts'
import { openDatabase } from './open.ts'

async function connectTo(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

async function start(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  await database.close()
}

test('a database of a version before the baseline is refused in one line and left as it is', async () => {
  const databaseUrl = await newEmptyDatabase()
  await using client = await connectTo(databaseUrl)
  await client.query('CREATE SCHEMA drizzle')
  await client.query(`CREATE TABLE drizzle.__drizzle_migrations (
    id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  await client.query(
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1), ('', $2)",
    [baselineMadeAt() - 60_000, baselineMadeAt() + 60_000],
  )
  await expect(start(databaseUrl)).rejects.toThrow(
    /^A version before 0\.2\.0 made this database, .* left as it is\. Set DATA_DIR .* empty database\.$/,
  )
  const { rows } = await client.query(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'drizzle'::regnamespace",
  )
  expect(rows).toEqual([{ relname: '__drizzle_migrations' }])
})

test('a second start changes nothing; functions and triggers of another version are replaced', async () => {
  const databaseUrl = await newEmptyDatabase()
  await start(databaseUrl)
  await using client = await connectTo(databaseUrl)
  const read = async () => {
    const { rows } = await client.query(`
      SELECT 'function' AS kind, oid::regprocedure::text AS name, prosrc AS source, xmin::text AS changed
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND probin IS NULL
      UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid), xmin::text
        FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`)
    return rows as Record<'kind' | 'name' | 'source' | 'changed', string>[]
  }
  const made = await read()
  expect(made).toHaveLength(21)
  await start(databaseUrl)
  expect(await read()).toEqual(made)

  await client.query(`
    CREATE OR REPLACE FUNCTION request_number() RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT 'R-1' $$;
    DROP TRIGGER receipts_append_only ON receipts;
    UPDATE drizzle.applied_functions SET sha256 = '' WHERE file IN ('request_number.sql', 'triggers.sql')`)
  await start(databaseUrl)
  const withoutChanges = (rows: typeof made) => rows.map(({ changed, ...rest }) => rest)
  expect(withoutChanges(await read())).toEqual(withoutChanges(made))
})
