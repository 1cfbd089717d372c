import { escapeIdentifier as quote } from 'pg'
import { z } from 'zod'
import type { Connection } from './source.ts'

export const Table = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  key: z.array(z.string()).min(1),
})
export type Table = z.infer<typeof Table>

export async function listTables(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table & { key: string[] | null }>(`
    SELECT c.relname AS name,
      (SELECT json_agg(json_build_object('name', a.attname, 'type',
          format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
        FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      ) AS columns,
      (SELECT json_agg(a.attname ORDER BY k.ordinal)
        FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k (attnum, ordinal), pg_attribute a
        WHERE i.indrelid = c.oid AND i.indisprimary
          AND a.attrelid = c.oid AND a.attnum = k.attnum
      ) AS key
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname COLLATE "C"`)
  return rows.map((row) => ({ ...row, key: row.key ?? [] }))
}

/** A sequence that was used; unused ones are left out. */
export const Sequence = z.object({ name: z.string(), value: z.string() })
export type Sequence = z.infer<typeof Sequence>

export async function listSequences(connection: Connection): Promise<Sequence[]> {
  const { rows } = await connection.query<Sequence>(`
    SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`)
  return rows
}

export async function setSequences(connection: Connection, sequences: Sequence[]): Promise<void> {
  for (const { name, value } of sequences) {
    const statement = `SELECT setval(format('public.%I', $1::text)::regclass, $2::text::bigint)`
    await connection.query(statement, [name, value])
  }
}

/**
 * Drops foreign keys and disables triggers.
 * @returns a function that restores both and checks every row.
 */
export async function suspendRules(
  connection: Connection,
  tables: Table[],
): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name)
  const { rows: keys } = await connection.query<Record<'table' | 'name' | 'definition', string>>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
       AND c.relname IN (SELECT json_array_elements_text($1::text::json))`,
    [JSON.stringify(names)],
  )
  const onTriggers = async (what: 'DISABLE' | 'ENABLE') => {
    for (const name of names) {
      await connection.query(`ALTER TABLE public.${quote(name)} ${what} TRIGGER USER`)
    }
  }
  for (const { table, name } of keys) {
    await connection.query(`ALTER TABLE public.${quote(table)} DROP CONSTRAINT ${quote(name)}`)
  }
  await onTriggers('DISABLE')
  return async () => {
    await onTriggers('ENABLE')
    for (const { table, name, definition } of keys) {
      await connection.query(
        `ALTER TABLE public.${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`,
      )
    }
  }
}
