import { getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { listTables, suspendRules } from '#server/backup/catalog.ts'
import { inTransaction } from '#server/backup/source.ts'
import type { Database } from '#server/database/open.ts'
import * as schema from '#server/database/schema.ts'

const tables = Object.values(schema).filter((value) => is(value, PgTable))

/** The id of a row. Rows of the same number refer to each other by their equal ids. */
const uuid = (row: number) => `0190a0b0-0000-7000-8000-00000000000${row}`

/** Values for columns that do not accept every value of their type, by table and column. */
const special: Record<string, (row: number) => string | null> = {
  'meeting_types.slug': (row) => `slug-${row}`,
  ...Object.fromEntries(
    ['minutes', 'buffer_before', 'buffer_after', 'step_minutes', 'notice_minutes'].map((name) => [
      `meeting_types.${name}`,
      () => '30',
    ]),
  ),
  'meeting_types.horizon_days': () => '30',
  'meeting_types.locations': () => '{video}',
  'bookings.ends_at': () => '2001-01-01Z',
  'host_time_off.ends_at': () => '2001-01-01Z',
  'services.slug': (row) => `slug-${row}`,
  'content_state.id': () => '1',
  'watch.id': () => '1',
  'automations.schedule_kind': (row) => (row === 0 ? 'period' : 'none'),
  // A restore pauses running automations.
  'automations.state': () => 'paused',
  'automations.cron': () => null,
  'automations.time_zone': () => null,
  'automation_days.on_time': () => '0',
  'automation_days.late': () => '0',
  'site_drafts.revision': (row) => String(1 + row),
  'projects.progress': (row) => String(40 + row),
  'project_documents.storage_key': (row) => String(row).repeat(32),
  'mail_files.storage_key': (row) => `a${row}`.repeat(16),
  'mail_intake.storage_key': (row) => `b${row}`.repeat(16),
  'pages.slug': (row) => `slug-${row}`,
  'media.storage_key': (row) => `c${row}`.repeat(16),
  'notification_deliveries.state': () => 'delivered',
  'receipts.no': (row) => String(-1 - row),
  'receipts.signature': (row) => `\\x${`0${row}`.repeat(64)}`,
  'receipt_keys.public_key': (row) => `\\x${`0${row}`.repeat(32)}`,
  // A restore gives up queued mails.
  'mail_messages.delivery': () => 'accepted',
  // A deadline has a single subject, and is met rather than waived.
  'reply_deadlines.chat_session_id': () => null,
  'reply_deadlines.thread_id': () => null,
  'reply_deadlines.waived_at': () => null,
}

/** Tables that a constraint limits to one row. */
const ofOneRow = new Set(['content_state', 'receipt_log', 'watch'])

/** How many rows `fillEveryTable` inserts into a table. */
export const rowsOf = (table: string) => (ofOneRow.has(table) ? 1 : 2)

/** Columns that may be null but are required by a constraint. */
const required = new Set(['reply_deadlines.inquiry_id'])

/** Values that a careless copy would change, by SQL type. */
const byType: Record<string, (row: number) => string> = {
  uuid,
  text: (row) => `Ünï "q" 'a' \\ {b,} \t\u2028\n💡 NULL ${row}`,
  'text[]': (row) => `{"a,b",NULL,"NULL","","q\\"uote","\\\\","{x}",${row}}`,
  jsonb: (row) => `{"n": 12345678901234567890.50, "s": "\u2028\\n", "l": [null, ${row}]}`,
  'timestamp (3) with time zone': (row) => `199${row}-12-31 23:59:59.00${row + 1}-08`,
  bytea: (row) => `\\x00ff0a0d5c2227${row}${row}`,
  'integer[]': (row) => `{1,${row}}`,
  integer: (row) => String(-2147483648 + row),
  bigint: (row) => String(9007199254740993n + BigInt(row)),
  boolean: (row) => String(row === 0),
  smallint: (row) => String(-32768 + row),
  date: (row) => `199${row}-12-31`,
}

function sampleOf(table: string, name: string, column: PgColumn, row: number): SQL {
  const type = column.getSQLType().replace('bigserial', 'bigint')
  const ofEnum = column.enumValues && (() => column.enumValues?.[row] ?? '')
  const make = special[`${table}.${name}`] ?? ofEnum ?? byType[type]
  if (!make) throw new Error(`No sample of ${type}: add one for ${table}.${name}`)
  return sql`${make(row)}::text::${sql.raw(type)}`
}

/**
 * Inserts two rows into almost every table of the schema, including new ones: one complete, and one
 * with only the required columns. Triggers are disabled, because they would change the counts set
 * here.
 */
export async function fillEveryTable(db: Database): Promise<void> {
  const client = await (db as unknown as { $client: Pool }).$client.connect()
  const connection = client
  const tx = drizzle({ client, casing: 'snake_case' })
  await inTransaction(connection, '', async () => {
    const restoreRules = await suspendRules(connection, await listTables(connection))
    for (const table of tables) {
      const name = getTableName(table)
      for (let row = 0; row < rowsOf(name); row += 1) {
        const columns = Object.entries<PgColumn>(getTableColumns(table))
          .map(([key, column]) => ({
            name: column.keyAsName ? toSnakeCase(key) : column.name,
            column,
          }))
          .filter(({ column }) => !column.generated)
          .filter(
            (column) =>
              row === 0 || column.column.notNull || required.has(`${name}.${column.name}`),
          )
        const names = columns.map((column) => sql.identifier(column.name))
        const values = columns.map((column) => sampleOf(name, column.name, column.column, row))
        await tx.execute(sql`
          insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`)
      }
    }
    await restoreRules()
  })
  client.release()
}

/** Leaves out sessions and links, which a restore does not bring back. */
export function withoutSessions(content: Record<string, string[]>): Record<string, string[]> {
  return { ...content, sessions: [], google_consents: [] }
}

/** Every row of every table as PostgreSQL writes it, including generated columns. */
export async function contentOf(db: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${table} t order by t::text collate "C"`,
    )
    // Restores and backups add these rows themselves, so they are left out.
    content[getTableName(table)] = rows
      .map(({ row }) => row)
      .filter((row) => !/^\((log.restored|backup.\w+),/.test(row))
  }
  return content
}
