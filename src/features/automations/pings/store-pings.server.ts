import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Database, Transaction } from '#server/database/open.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { incidents, pings, runs, automations as table, watch } from '#server/database/schema.ts'
import type { Run, Watched } from './watched.ts'

/** A column in Unix milliseconds. */
const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`)

const momentsOfWatched = [
  'lastPingAt',
  'lastStartAt',
  'dueAt',
  'alertAfter',
  'minuteAt',
  'restoredAt',
] as const
const plainOfWatched = [
  'id',
  'state',
  'scheduleKind',
  'periodSeconds',
  'cron',
  'timeZone',
  'graceSeconds',
  'currency',
  'lastStartRid',
  'startExtended',
  'pingCount',
  'minuteCount',
  'minuteFailed',
] as const

const listed = (alias: string, moments: readonly string[], plain: readonly string[]) =>
  sql.join(
    [
      ...moments.map((key) => sql`${ms(`${alias}.${toSnakeCase(key)}`)} as ${sql.identifier(key)}`),
      ...plain.map((key) => sql.raw(`${alias}.${toSnakeCase(key)} as "${key}"`)),
    ],
    sql`, `,
  )

export const watchedColumns = sql`${listed('a', momentsOfWatched, plainOfWatched)},
  (select i.cause from ${incidents} i
    where i.automation_id = a.id and i.class = 'run' and i.closed_at is null) as "openCause"`

/** The present time of the database, and the last closed day. */
export const clockColumns = sql`${ms('clock_timestamp()')} as "now",
  (select closed_day::text from ${watch}) as "closedDay"`

export type Addressed = Watched & {
  pingUuid: string
  pingUuidOld: string | null
  now: number
  closedDay: string | null
}

/** Locks the automations with these addresses, always in the same order. */
export function lockAddressed(tx: Transaction, uuids: readonly string[]): Promise<Addressed[]> {
  const given = sql.param([...uuids])
  return executePrepared<Addressed>(
    tx,
    sql`select ${watchedColumns}, ${clockColumns}, a.ping_uuid as "pingUuid",
        case when a.old_until > now() then a.ping_uuid_old end as "pingUuidOld"
      from ${table} a
      where (a.ping_uuid = any(${given}::uuid[])
          or a.ping_uuid_old = any(${given}::uuid[]) and a.old_until > now())
        and a.state <> 'retired'
      order by a.id for no key update of a`,
  )
}

/** A condition on rows of `automations`: the address belongs to the automation. */
export const leadsToAutomation = (uuid: SQL) => sql`
  (ping_uuid = ${uuid} or ping_uuid_old = ${uuid} and old_until > now()) and state <> 'retired'`

/** Whether an address belongs to an automation. */
export async function isKnown(db: Database, uuid: string): Promise<boolean> {
  const rows = await executePrepared(
    db,
    sql`select from ${table} where ${leadsToAutomation(sql`${uuid}::uuid`)} limit 1`,
  )
  return rows.length > 0
}

const momentsOfRun = ['startedAt', 'finishedAt', 'dueAt'] as const
const plainOfRun = [
  'id',
  'automationId',
  'rid',
  'outcome',
  'lateMs',
  'durationMs',
  'exitStatus',
  'items',
  'humanDecisions',
  'errors',
  'costMicros',
  'currency',
  'model',
  'note',
  'countsProblem',
] as const

/** The runs with these rids, and those that are running or have overrun. */
export function readRuns(
  tx: Transaction,
  wanted: readonly { automationId: string; rid: string }[],
  withOpen: readonly string[],
): Promise<Run[]> {
  const columns = listed('r', momentsOfRun, plainOfRun)
  const all = (key: 'automationId' | 'rid') => sql.param(wanted.map((one) => one[key]))
  return executePrepared<Run>(
    tx,
    sql`select ${columns} from ${runs} r
        join unnest(${all('automationId')}::uuid[], ${all('rid')}::uuid[]) w (automation_id, rid)
          on r.automation_id = w.automation_id and r.rid = w.rid
      union all
      select ${columns} from unnest(${sql.param([...withOpen])}::uuid[]) w (id)
        cross join lateral (
          select * from ${runs} where automation_id = w.id and rid is null
            and outcome in ('running', 'overrun') and finished_at is null
          order by id desc limit 1) r`,
  )
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

function rowOf(value: object, moments: readonly string[], plain: readonly string[]) {
  const from = value as Record<string, unknown>
  return Object.fromEntries([
    ...moments.map((key) => [toSnakeCase(key), isoOf(from[key] as number | null)]),
    ...plain.map((key) => [toSnakeCase(key), from[key]]),
  ])
}

const records = (relation: string, rows: readonly object[]) =>
  sql`json_populate_recordset(null::${sql.raw(relation)}, ${JSON.stringify(rows)}::json)`

const setAll = (names: readonly string[], from: string) =>
  sql.raw(names.map((name) => `${name} = ${from}.${name}`).join(', '))

/** Stores the state, times and counters of automations. */
export function writeWatched(all: readonly Watched[]): SQL {
  const rows = all.map((one) => rowOf(one, momentsOfWatched, plainOfWatched))
  const fixed = ['id', 'scheduleKind', 'periodSeconds', 'cron', 'timeZone', 'graceSeconds']
  const names = [...momentsOfWatched, ...plainOfWatched].filter(
    (key) => ![...fixed, 'currency'].includes(key),
  )
  return sql`update ${table} a set ${setAll(names.map(toSnakeCase), 'x')}
    from ${records('automations', rows)} x where a.id = x.id`
}

export function writeRuns(all: readonly Run[]): SQL {
  const rows = all.map((one) => rowOf(one, momentsOfRun, plainOfRun))
  const names = [...momentsOfRun, ...plainOfRun].map(toSnakeCase)
  const list = sql.raw(names.join(', '))
  const changing = names.filter((name) => !['id', 'automation_id', 'rid'].includes(name))
  return sql`insert into ${runs} (${list}, created_at)
    select ${list}, now() from ${records('runs', rows)}
    on conflict (id) do update set ${setAll(changing, 'excluded')}`
}

export type NewPing = Omit<typeof pings.$inferInsert, 'at' | 'body'> & {
  at: number
  body: Buffer | null
}

const pingNames = Object.keys(getTableColumns(pings)).map(toSnakeCase)

export function writePings(all: readonly NewPing[]): SQL {
  const rows = all.map(({ body, ...ping }) => ({
    ...rowOf(
      ping,
      ['at'],
      Object.keys(ping).filter((key) => key !== 'at'),
    ),
    body: body && `\\x${body.toString('hex')}`,
  }))
  const list = sql.raw(pingNames.join(', '))
  return sql`insert into ${pings} (${list}) select ${list} from ${records('pings', rows)}`
}
