import { MIGRATION_LOCK } from '../database/migrations.ts'
import { listTables, type Sequence, setSequences, suspendRules, type Table } from './catalog.ts'
import { type Connection, inTransaction, quote } from './connection.ts'
import { type Lines, readRows, Tally, writeRows } from './rows.ts'
import { makeTables, type SchemaVersion, tablesAt } from './schema-version.ts'
import type { Session } from './source.ts'

/** What is carried into a database; `rowsOf` is asked for one table after the other. */
export type Cargo = {
  schema: SchemaVersion
  tables: Table[]
  sequences: Sequence[]
  rowsOf(table: Table): Lines
  /** From an earlier day: whom it let in then, and by which link, must not count again. */
  isPast?: true
}

/** @throws Error of one line when the database has tables of the product, be they empty. */
export async function demandEmpty({ connection, name }: Session): Promise<void> {
  const tables = await listTables(connection)
  const { rows } = await connection.query(`SELECT FROM pg_namespace WHERE nspname = 'drizzle'`)
  if (rows.length === 0 && tables.length === 0) return
  throw new Error(`${name} already has tables. Nothing is written over: give an empty place.`)
}

/** The same tables with the types of this database: what a file says goes into no statement. */
async function matching(connection: Connection, cargo: Cargo): Promise<Table[]> {
  const known = tablesAt(cargo.schema)
  const present = (await listTables(connection)).filter(({ name }) => known.has(name))
  const told = (tables: Table[]) =>
    JSON.stringify(tables.map(({ name, columns, key }) => ({ name, columns, key })))
  if (told(present) === told(cargo.tables)) return present
  throw new Error(`The tables that came along are not those of the version ${cargo.schema.name}.`)
}

async function carry(connection: Connection, table: Table, lines: Lines): Promise<number> {
  const sent = new Tally()
  await writeRows(connection, table, sent.over(lines))
  const arrived = new Tally()
  for await (const batch of readRows(connection, table)) arrived.add(batch)
  if (arrived.rows === sent.rows && arrived.sha256() === sent.sha256()) return sent.rows
  throw new Error(`The rows of ${table.name} did not arrive as they were. Nothing was kept.`)
}

/** A session or link that was ended since the backup would otherwise be good again. */
async function endAccess(connection: Connection, tables: Table[]): Promise<void> {
  const known = new Set(tables.map(({ name }) => name))
  // Consents that are under way belong to sessions and go with them.
  if (known.has('sessions')) await connection.query('DELETE FROM public.sessions')
  if (!known.has('invitations')) return
  await connection.query(
    'UPDATE public.invitations SET expires_at = least(expires_at, now()) WHERE used_at IS NULL',
  )
}

/**
 * Makes the tables and fills them in one transaction: all rows or nothing. Each table is read again
 * and compared with what was sent before anything is committed.
 *
 * @returns the number of rows of each table.
 */
export async function fillDatabase(
  target: Session,
  cargo: Cargo,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const { connection } = target
  return inTransaction(connection, '', async () => {
    // A product that starts on this database now waits here, and finds it whole or untouched.
    await connection.query('SELECT pg_advisory_xact_lock($1::text::bigint)', [MIGRATION_LOCK])
    await demandEmpty(target)
    await makeTables(connection, cargo.schema)
    const tables = await matching(connection, cargo)
    const restoreRules = await suspendRules(connection, tables)
    // A migration may have put rows there.
    for (const { name } of tables) await connection.query(`DELETE FROM public.${quote(name)}`)
    const counts = new Map<string, number>()
    for (const table of tables) {
      signal?.throwIfAborted()
      counts.set(table.name, await carry(connection, table, cargo.rowsOf(table)))
    }
    await setSequences(connection, cargo.sequences)
    await restoreRules()
    if (cargo.isPast) await endAccess(connection, tables)
    return counts
  })
}
