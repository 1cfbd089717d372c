import { MIGRATION_LOCK } from '../database/migrations.ts'
import { listTables, type Sequence, setSequences, suspendRules, type Table } from './catalog.ts'
import { type Lines, readRows, Tally, writeRows } from './rows.ts'
import { makeTables, type SchemaVersion, tablesAt } from './schema-version.ts'
import { type Connection, inTransaction, quote, type Session } from './source.ts'

export type Contents = {
  schema: SchemaVersion
  tables: Table[]
  sequences: Sequence[]
  rowsOf(table: Table): Lines
  /** The data is from an earlier day: its sessions and links must not become valid again. */
  isPast?: true
}

/** @throws Error of one line when the database has tables of the product, even empty ones. */
export async function demandEmpty({ connection, name }: Session): Promise<void> {
  const tables = await listTables(connection)
  const { rows } = await connection.query(`SELECT FROM pg_namespace WHERE nspname = 'drizzle'`)
  if (rows.length === 0 && tables.length === 0) return
  throw new Error(`${name} already has tables. Nothing is overwritten: use an empty database.`)
}

/** Takes column types from this database, so that no text of the backup enters a statement. */
async function matching(connection: Connection, contents: Contents): Promise<Table[]> {
  const own = tablesAt(contents.schema)
  const present = (await listTables(connection)).filter(({ name }) => own.has(name))
  const textOf = (tables: Table[]) =>
    JSON.stringify(tables.map(({ name, columns, key }) => ({ name, columns, key })))
  if (textOf(present) === textOf(contents.tables)) return present
  throw new Error(`The tables of the backup are not those of version ${contents.schema.name}.`)
}

async function copyRows(connection: Connection, table: Table, lines: Lines): Promise<number> {
  const sent = new Tally()
  await writeRows(connection, table, sent.over(lines))
  const arrived = new Tally()
  for await (const batch of readRows(connection, table)) arrived.add(batch)
  if (arrived.rows === sent.rows && arrived.sha256() === sent.sha256()) return sent.rows
  throw new Error(`The rows of ${table.name} differ after the transfer. Nothing was written.`)
}

/** Ends sessions and links, which may have been revoked since the backup. */
async function endAccess(connection: Connection, tables: Table[]): Promise<void> {
  const has = (wanted: string) => tables.some(({ name }) => name === wanted)
  // Pending Google consents are deleted with their sessions.
  if (has('sessions')) await connection.query('DELETE FROM public.sessions')
  if (!has('invitations')) return
  await connection.query(
    'UPDATE public.invitations SET expires_at = least(expires_at, now()) WHERE used_at IS NULL',
  )
}

/**
 * Creates and fills the tables in one transaction. Each table is read back and compared with its
 * source before the commit.
 *
 * @returns the number of rows of each table.
 */
export async function fillDatabase(
  target: Session,
  contents: Contents,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const { connection } = target
  return inTransaction(connection, '', async () => {
    // A product starting on this database waits here and finds it complete or untouched.
    await connection.query('SELECT pg_advisory_xact_lock($1::text::bigint)', [MIGRATION_LOCK])
    await demandEmpty(target)
    await makeTables(connection, contents.schema)
    const tables = await matching(connection, contents)
    const restoreRules = await suspendRules(connection, tables)
    // Migrations may have inserted rows.
    for (const { name } of tables) await connection.query(`DELETE FROM public.${quote(name)}`)
    const counts = new Map<string, number>()
    for (const table of tables) {
      signal?.throwIfAborted()
      counts.set(table.name, await copyRows(connection, table, contents.rowsOf(table)))
    }
    await setSequences(connection, contents.sequences)
    await restoreRules()
    if (contents.isPast) await endAccess(connection, tables)
    return counts
  })
}
