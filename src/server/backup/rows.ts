import { createHash } from 'node:crypto'
import { escapeIdentifier as quote } from 'pg'
import type { Table } from './catalog.ts'
import type { Connection } from './source.ts'

/**
 * Each line is a row: a JSON array of PostgreSQL's text of its values, which is exact for every
 * type.
 */
export type Lines = AsyncIterable<string[]>

const batchRows = 500

export async function* readRows(connection: Connection, table: Table): Lines {
  const columns = table.columns.map(({ name }) => `${quote(name)}::text AS ${quote(name)}`)
  const order = table.key.map((name) => {
    const { type } = table.columns.find((column) => column.name === name) ?? {}
    // The collation makes the order independent of the database's own.
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

export async function writeRows(connection: Connection, table: Table, lines: Lines): Promise<void> {
  const names = table.columns.map(({ name }) => quote(name))
  const values = table.columns.map(({ type }, at) => `(line->>${at})::${type}`)
  const statement = `INSERT INTO public.${quote(table.name)} (${names.join(', ')})
    OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM json_array_elements($1::text::json) AS line`
  for await (const batch of lines) await connection.query(statement, [`[${batch.join(',')}]`])
}

/** Tables with the same rows have the same digest. */
export class RowDigest {
  rows = 0
  #hash = createHash('sha256')

  async *over(lines: Lines | Iterable<string[]>): Lines {
    for await (const batch of lines) {
      this.add(batch)
      yield batch
    }
  }

  add(batch: string[]): void {
    this.rows += batch.length
    if (batch.length > 0) this.#hash.update(`${batch.join('\n')}\n`)
  }

  /** The SHA-256 in hex. Call this once, after the last line. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
