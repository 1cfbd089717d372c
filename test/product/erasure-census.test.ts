import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import * as schema from '#server/database/schema.ts'
import { jobs } from '#services.ts'
import { fillEveryTable } from '../harness/every-table.ts'
import { openTestApp, type TestApp } from '../harness/test-app.ts'

/** Tables whose rows are found by the person's address. */
const erased = [
  'booking_cells',
  'chat_sessions',
  'clients',
  'inquiries',
  'mail_intake',
  'mail_messages',
  'mail_threads',
  'receipt_disclosures',
]

/** Tables whose rows are deleted with others, by foreign key. */
const goesWith: Record<string, string> = {
  automation_credentials: 'automations',
  automation_days: 'automations',
  automations: 'clients',
  chat_browsers: 'chat_sessions',
  chat_connections: 'chat_sessions',
  chat_messages: 'chat_sessions',
  chat_tokens: 'chat_sessions',
  google_consents: 'clients',
  google_setups: 'clients',
  incidents: 'automations',
  inquiry_details: 'inquiries',
  mail_files: 'mail_messages',
  mail_reply_addresses: 'mail_threads',
  notification_deliveries: 'inquiries',
  notifications: 'inquiries',
  pings: 'automations',
  project_documents: 'projects',
  project_notes: 'projects',
  projects: 'clients',
  reply_deadline_events: 'reply_deadlines',
  reply_deadlines: 'inquiries',
  request_tokens: 'inquiries',
  runs: 'automations',
}

/** The reason why an erasure leaves the rows of a table. */
const kept: Record<string, string> = {
  booking_calendars: 'of the installation',
  booking_notices: 'kinds and times of mails; who booked is cleared',
  bookings: 'time and host; who booked is cleared',
  host_busy: 'of staff; times alone',
  host_time_off: 'of staff',
  hosts: 'of staff',
  meeting_type_hosts: 'of staff',
  meeting_types: 'public content',
  audit_entries: 'ids and words only; says that the person was erased',
  automatic_mail_limits: 'hashes of mailboxes; without them a flood of forms would be confirmed',
  blob_deletions: 'names of files that are about to go',
  case_studies: 'public content',
  checklist_steps: 'of the installation',
  content_instances: 'versions that instances show',
  content_state: 'number of the live version',
  idempotency_keys: 'keys of requests of staff',
  google_accounts: 'of staff',
  google_grants: 'of staff',
  invitations: 'of staff',
  jobs: 'ids, words of a list, numbers and times, as another test shows',
  mail_mailboxes: 'position of the reader',
  mail_suppressions: 'hashes of addresses; without them the person would be written to again',
  stored_state: 'states of jobs',
  media: 'pictures of the site and of staff',
  notification_channels: 'of the installation',
  notification_preferences: 'of staff',
  notification_settings: 'of staff',
  outages: 'times when the product was away',
  page_redirects: 'public content',
  page_versions: 'public content',
  pages: 'public content',
  presence: 'of staff',
  previews: 'of staff',
  push_keys: 'of the installation',
  push_subscriptions: 'of staff',
  receipt_heads: 'hashes',
  receipt_keys: 'of the installation',
  receipt_log: 'hashes',
  receipt_nodes: 'hashes',
  receipts: 'signed records with salted hashes; what opens them goes',
  recovery_codes: 'of staff',
  saved_replies: 'texts of the team',
  services: 'public content',
  sessions: 'of staff',
  site_drafts: 'of the installation',
  social_images: 'public content',
  site_versions: 'of the installation',
  watch: 'times when the product was awake',
  users: 'staff; an owner deactivates them',
}

const tables = Object.values(schema).filter((value) => is(value, PgTable))

async function countRows({ db }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[getTableName(table)] = await db.$count(table)
  return counts
}

test('of every table it is decided whether an erasure takes its rows', () => {
  const decided = [...erased, ...Object.keys(goesWith), ...Object.keys(kept)]
  expect(decided.sort()).toEqual(tables.map(getTableName).sort())
})

test('an erasure takes the rows of a person from exactly those tables, files included', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { db } = app
  await fillEveryTable(db)
  // The erasure writes a receipt, which needs a real key.
  await db.delete(schema.receiptLog)
  await db.delete(schema.receiptKeys)
  // The first row of each table belongs to the person; all of them refer to each other.
  const email = 'ada@n.test'
  const isFirst = sql`id = '0190a0b0-0000-7000-8000-000000000000'`
  await db.execute(sql`update inquiries set email = ${email} where ${isFirst}`)
  await db.execute(sql`update clients set email = ${email} where ${isFirst}`)
  await db.execute(sql`update chat_sessions set visitor_email = ${email} where ${isFirst}`)
  await db.execute(sql`update receipt_disclosures set person = ${email}`)
  await db.execute(sql`update mail_messages set from_address = ${email} where ${isFirst}`)
  await db.execute(sql`update mail_intake set envelope_sender = ${email} where ${isFirst}`)
  await db.execute(
    sql`update bookings set email = ${email}, starts_at = now(), ends_at = now() + interval '1 hour'
      where ${isFirst}`,
  )
  const stored = await db.execute<{ key: string }>(sql`
    select storage_key as key from project_documents where ${isFirst}
    union select storage_key from mail_files where ${isFirst}
    union select storage_key from mail_intake where ${isFirst}`)
  const before = await countRows(app)
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  const after = await countRows(app)
  const changed = Object.keys(after).filter((name) => (after[name] ?? 0) < (before[name] ?? 0))
  expect(changed.sort()).toEqual([...erased, ...Object.keys(goesWith)].sort())
  const deletions = await db.select().from(schema.blobDeletions)
  const keys = deletions.map(({ storageKey }) => storageKey)
  expect(keys).toEqual(expect.arrayContaining(stored.rows.map(({ key }) => key)))
})

test('every file that a row names is removed with the row', async () => {
  await using app = await openTestApp()
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'storage_key' order by 1`)
  // A new table needs a line in `removeStrays`, a trigger or `queueFileRemoval`, and a place above.
  expect(rows.map(({ name }) => name)).toEqual([
    'blob_deletions',
    'mail_files',
    'mail_intake',
    'media',
    'project_documents',
  ])
})

test('each table that goes with another has a foreign key that says so', async () => {
  await using app = await openTestApp()
  const { rows } = await app.db.execute<{ pair: string }>(sql`
    select conrelid::regclass || ' ' || confrelid::regclass as pair from pg_constraint
    where contype = 'f' and confdeltype = 'c'`)
  const cascading = rows.map(({ pair }) => pair)
  expect(cascading).toEqual(
    expect.arrayContaining(Object.entries(goesWith).map((pair) => pair.join(' '))),
  )
})

test('jobs hold nothing of a person: ids, words of a list, numbers and times alone', () => {
  const free = jobs.flatMap(({ name, payload }) => {
    const { properties = {} } = z.toJSONSchema(payload, { unrepresentable: 'any' })
    return Object.entries(properties).flatMap(([field, schema]) => {
      const { type, format = '', enum: words, const: word } = schema as z.core.JSONSchema.BaseSchema
      const isBound = words ?? word ?? ['uuid', 'date-time'].includes(format)
      return type === 'string' && !isBound ? [`${name}: ${field}`] : []
    })
  })
  expect(free).toEqual([])
})
