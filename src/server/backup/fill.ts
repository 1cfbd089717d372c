import { escapeIdentifier as quote } from 'pg'
import { MIGRATION_LOCK } from '../database/migrations.ts'
import { listTables, type Sequence, setSequences, suspendRules, type Table } from './catalog.ts'
import { type Lines, RowDigest, readRows, writeRows } from './rows.ts'
import { makeTables, type SchemaVersion, tablesAt } from './schema-version.ts'
import { type Connection, inTransaction, type Session } from './source.ts'

export type Contents = {
  schema: SchemaVersion
  tables: Table[]
  sequences: Sequence[]
  rowsOf(table: Table): Lines
  /** When the backup was made. If set, its sessions and links must not become valid again. */
  takenAt?: string
}

/** @throws Error of one line when the database has any table of the product. */
export async function assertEmpty({ connection, name }: Session): Promise<void> {
  const tables = await listTables(connection)
  const { rows } = await connection.query(`SELECT FROM pg_namespace WHERE nspname = 'drizzle'`)
  if (rows.length === 0 && tables.length === 0) return
  throw new Error(`${name} already has tables. Nothing is overwritten: use an empty database.`)
}

async function matching(connection: Connection, contents: Contents): Promise<Table[]> {
  const own = tablesAt(contents.schema)
  const present = (await listTables(connection)).filter(({ name }) => own.has(name))
  const textOf = (tables: Table[]) =>
    JSON.stringify(tables.map(({ name, columns, key }) => ({ name, columns, key })))
  if (textOf(present) === textOf(contents.tables)) return present
  throw new Error(`The tables of the backup are not those of version ${contents.schema.name}.`)
}

async function copyRows(connection: Connection, table: Table, lines: Lines): Promise<number> {
  const sent = new RowDigest()
  await writeRows(connection, table, sent.over(lines))
  const arrived = new RowDigest()
  for await (const batch of readRows(connection, table)) arrived.add(batch)
  if (arrived.rows === sent.rows && arrived.sha256() === sent.sha256()) return sent.rows
  throw new Error(`The rows of ${table.name} differ after the transfer. Nothing was written.`)
}

/** Reminders and calendar entries of calls wait until somebody resumes them. */
async function pauseBooking(connection: Connection): Promise<void> {
  await connection.query("DELETE FROM public.jobs WHERE name LIKE 'bookings.%'")
  await connection.query(
    `INSERT INTO public.stored_state (name) SELECT 'booking.paused'
    WHERE EXISTS (SELECT FROM public.bookings WHERE state IN ('booked', 'pending'))
    ON CONFLICT DO NOTHING`,
  )
}

/** The pings still go to the original, so a copy must not raise alarms about missing ones. */
async function pauseAutomations(connection: Connection): Promise<void> {
  await connection.query(
    `UPDATE public.automations SET state = 'paused', restored_at = now(), due_at = NULL,
      alert_after = NULL, last_start_at = NULL, last_start_rid = NULL, start_extended = false
    WHERE state NOT IN ('paused', 'retired')`,
  )
}

/** The backups belong to the original installation, which continues them. */
async function forgetBackups(connection: Connection): Promise<void> {
  await connection.query(
    "DELETE FROM public.stored_state WHERE name IN ('backup.succeeded', 'backup.failed')",
  )
}

/**
 * The restore is recorded in the log of receipts at the next start of the product, which can sign.
 */
async function recordRestore(connection: Connection, takenAt: string): Promise<void> {
  await connection.query(
    `INSERT INTO public.stored_state (name, value)
    SELECT 'log.restored', jsonb_build_object('backupAt', $1::text, 'size', size) FROM public.receipt_log
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [takenAt],
  )
}

export type GivenUp = { mails: number; notifications: number }

const nothingGivenUp: GivenUp = { mails: 0, notifications: 0 }

/** Gives up waiting mail and notifications, because a copy must not write to anybody by itself. */
async function giveUpWaiting(connection: Connection): Promise<GivenUp> {
  const change = async (statement: string) => (await connection.query(statement)).rowCount ?? 0
  await change(
    `UPDATE public.notifications SET hold_until = NULL
    WHERE hold_until IS NOT NULL AND read_at IS NULL AND withdrawn_at IS NULL`,
  )
  await pauseBooking(connection)
  await pauseAutomations(connection)
  await forgetBackups(connection)
  return {
    mails: await change(
      `UPDATE public.mail_messages SET delivery = 'failed', error_code = 'restored',
        next_attempt_at = NULL, lease_until = NULL,
        text = CASE kind WHEN 'account' THEN '' ELSE text END
      WHERE delivery = 'queued'`,
    ),
    notifications: await change(
      `UPDATE public.notification_deliveries SET state = 'failed', error = 'restored',
        next_attempt_at = NULL, lease_until = NULL, ended_at = now()
      WHERE state = 'queued'`,
    ),
  }
}

/** Ends sessions and links, because they may have been revoked since the backup. */
async function endAccess(connection: Connection): Promise<void> {
  // Pending Google consents are deleted with their sessions.
  await connection.query('DELETE FROM public.sessions')
  await connection.query(
    'UPDATE public.invitations SET expires_at = least(expires_at, now()) WHERE used_at IS NULL',
  )
}

/**
 * Fills an empty database in one transaction. Before the commit each table is read back and
 * compared.
 * @returns the number of rows of each table, and what was given up.
 */
export async function fillDatabase(
  target: Session,
  contents: Contents,
  signal?: AbortSignal,
): Promise<{ rows: Map<string, number>; givenUp: GivenUp }> {
  const { connection } = target
  return inTransaction(connection, '', async () => {
    // A product that starts meanwhile waits for this lock.
    await connection.query('SELECT pg_advisory_xact_lock($1::text::bigint)', [MIGRATION_LOCK])
    await assertEmpty(target)
    await makeTables(connection, contents.schema)
    const tables = await matching(connection, contents)
    const restoreRules = await suspendRules(connection, tables)
    // Migrations may have inserted rows.
    for (const { name } of tables) await connection.query(`DELETE FROM public.${quote(name)}`)
    const rows = new Map<string, number>()
    for (const table of tables) {
      signal?.throwIfAborted()
      rows.set(table.name, await copyRows(connection, table, contents.rowsOf(table)))
    }
    await setSequences(connection, contents.sequences)
    await restoreRules()
    const { takenAt } = contents
    if (takenAt === undefined) return { rows, givenUp: nothingGivenUp }
    await endAccess(connection)
    await recordRestore(connection, takenAt)
    return { rows, givenUp: await giveUpWaiting(connection) }
  })
}
