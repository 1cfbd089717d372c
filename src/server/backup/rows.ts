import { createHash } from 'node:crypto'
import type { Table } from './catalog.ts'
import { type Connection, quote } from './connection.ts'

/**
 * Rows of a table as lines: each row a JSON array of PostgreSQL's own text of every value, or null.
 * That text is exact for every type, and the same rows give the same lines on every server.
 */
export type Lines = AsyncIterable<string[]>

/** How many rows are in memory at a time. */
const batchRows = 500

/** All rows in the order of the primary key, within the transaction under way. */
export async function* readRows(connection: Connection, table: Table): Lines {
  const columns = table.columns.map(({ name }) => `${quote(name)}::text AS ${quote(name)}`)
  const order = table.key.map((name) => {
    const { type } = table.columns.find((column) => column.name === name) ?? {}
    // The same order whatever language the database sorts by.
    return quote(name) + (/^(text|character)/.test(type ?? '') ? ' COLLATE "C"' : '')
  })
  await connection.query(
    `DECLARE table_rows NO SCROLL CURSOR FOR SELECT ${columns.join(', ')}
     FROM public.${quote(table.name)} AS t ORDER BY ${order.map((by) => `t.${by}`).join(', ')}`,
  )
  try {
    for (;;) {
      const { rows } = await connection.query<Record<string, string | null>>(
        `FETCH ${batchRows} FROM table_rows`,
      )
      if (rows.length === 0) return
      yield rows.map((row) => JSON.stringify(table.columns.map(({ name }) => row[name])))
    }
  } finally {
    await connection.query('CLOSE table_rows').catch(() => {})
  }
}

/** Inserts rows as `readRows` gave them. */
export async function writeRows(connection: Connection, table: Table, lines: Lines): Promise<void> {
  const names = table.columns.map(({ name }) => quote(name))
  const values = table.columns.map(({ type }, place) => `(line->>${place})::${type}`)
  const statement = `INSERT INTO public.${quote(table.name)} (${names.join(', ')})
    OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM json_array_elements($1::text::json) AS line`
  for await (const batch of lines) await connection.query(statement, [`[${batch.join(',')}]`])
}

/** Counts and digests the lines that pass: two tables with the same rows have the same digest. */
export class Tally {
  rows = 0
  #hash = createHash('sha256')

  async *over(lines: Lines): Lines {
    for await (const batch of lines) {
      this.add(batch)
      yield batch
    }
  }

  add(batch: string[]): void {
    this.rows += batch.length
    if (batch.length > 0) this.#hash.update(`${batch.join('\n')}\n`)
  }

  /** To be asked once, after the last line: SHA-256 in hex. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
