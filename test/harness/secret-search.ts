import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/open.ts'

/** Every row of every table as text, read after the product has ended. */
export async function dumpTables(dataDir: string, databaseUrl?: string): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const { rows: tables } = await database.db.execute<{ name: string }>(sql`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await database.db.execute<{ text: string }>(
        sql.raw(`select t::text as text from ${name} t`),
      )
      texts.push(name, ...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  } finally {
    await database.close()
  }
}

/** The raw files, which include old row versions and the write-ahead log. */
export function bytesIn(directory: string): Buffer {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
  return Buffer.concat(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
  )
}

/** The number of secrets found, either plain or in hexadecimal. */
export function countFound(secrets: Iterable<string>, text: string, bytes: Buffer): number {
  let found = 0
  for (const secret of secrets) {
    const hex = Buffer.from(secret).toString('hex')
    if (text.includes(secret) || text.includes(hex) || bytes.includes(secret)) found++
  }
  return found
}
