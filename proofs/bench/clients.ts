/**
 * The client list over HTTP with 100,000 clients on PostgreSQL: one page, and the slowest of all
 * kinds of searches. Run `node proofs/bench/clients.ts [million] [--quick]` after `npm run build`.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { signIn } from '#test/harness/chat-pairs.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { startProduct } from '#test/harness/product.ts'
import { fromEverywhere, saturate } from './http-load.ts'
import { type Effort, type Figure, figure, percentile, spreadOf } from './measure.ts'
import { newDatabase, setUp } from './new-database.ts'
import { runAlone } from './report.ts'

/** As the screen asks. */
const pageSize = 50

/** A request, named and given by its query parameters. */
type Case = [name: string, wanted: Record<string, string>]

function casesOf(count: number): Case[] {
  return [
    ['first page, one status', { status: 'inactive' }],
    ['last page', { page: String(count / pageSize) }],
    ['by name', { sort: 'name' }],
    ['by company, last page', { sort: 'company', page: String(count / pageSize) }],
    ['by status, reversed', { sort: '-status' }],
    ['by last activity', { sort: '-activity' }],
    ['rare: one client', { search: `person${count - 7}@` }],
    ['rare: one in 3,000', { search: 'logistics 778' }],
    ['frequent: every tenth', { search: 'northfold' }],
    ['frequent, by name', { search: 'northfold', sort: 'name' }],
    ['frequent, by last activity', { search: 'northfold', sort: '-activity' }],
    ['frequent, page 40', { search: 'northfold', page: '40' }],
    ['frequent, but only old ones', { search: 'long ago' }],
    ['all', { search: 'example' }],
    ['two letters: all', { search: 'ex' }],
    ['two letters: some', { search: 'qu' }],
    ['two letters: few', { search: 'zq' }],
    ['two letters: none', { search: 'qz' }],
    ['one letter: none', { search: '#' }],
    ['signs only: none', { search: '%_%' }],
    ['none', { search: 'nobody has this' }],
    ['none, frequent trigrams', { search: 'examplfold' }],
    ['none, each trigram frequent', { search: 'northfold '.repeat(20).trim() }],
  ]
}

/** Drops the search index during the inserts, which then take a tenth of the time. */
async function fill(db: Database, count: number): Promise<void> {
  const { rows } = await db.execute<{ text: string }>(
    sql`select pg_get_indexdef('clients_search'::regclass) as text`,
  )
  await db.execute(sql`drop index clients_search`)
  await db.execute(sql`insert into clients (id, name, email, company, status, created_at)
    select ('01a1f904-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
      (array['Ada','Ben','Chiara','Dmitri','Esi','Farid','Greta','Hana','Ivo','Jun'])[1 + (i * 7) % 10]
        || ' ' || (array['Okafor','Ilves','Rossetti','Vale','Mensah','Haddad','Lund'])[1 + (i * 11) % 7]
        || case when i % 5000 = 0 then ' Zquim' else '' end,
      'person' || i || '@' || (array['northfold','tarn','saltmarsh','quarrylane','inkwell','ferrous',
        'halyard','copperline','brackish','millrace'])[1 + (i * 3) % 10] || '.example',
      case when i < ${count}::int / 50 then 'Long ago'
        when i % 5 = 0 then null
        else (array['Logistics','Housing','Clinics','Press','Foundry','Marine'])[1 + i % 6]
          || ' ' || (i % 1000) end,
      (array['active','active','active','inactive','archived'])[1 + i % 5],
      now() - (${count}::int - i) * interval '1 minute'
    from generate_series(1, ${count}::int) i`)
  await db.execute(sql`insert into projects (id, client_id, title, status)
    select gen_random_uuid(), id, 'Project', 'qa' from clients order by created_at desc limit 2000`)
  await db.execute(sql.raw(rows[0]?.text ?? ''))
  await db.execute(sql`vacuum analyze clients`)
}

export async function clients({ quick }: Effort, words: readonly string[] = []): Promise<Figure[]> {
  const isMillion = words.includes('million')
  const count = isMillion ? 1_000_000 : 100_000
  await using server = await startPostgres()
  const database = await newDatabase(server, (db) => fill(db, count))
  await using product = await startProduct({ environment: setUp(database) })
  const { cookie } = await signIn(product.url)
  const medianOf = async (wanted: Record<string, string>) => {
    const url = `${product.url}/api/admin/clients?${new URLSearchParams({ page: '1', limit: String(pageSize), ...wanted })}`
    const target = { url, headers: (n: number) => ({ cookie, ...fromEverywhere(n) }) }
    await saturate(target, { max: 2 })
    return percentile((await saturate(target, { max: quick ? 3 : 15 })).ms, 0.5)
  }
  const page = await medianOf({})
  const found: [name: string, ms: number][] = []
  for (const [name, wanted] of casesOf(count)) found.push([name, await medianOf(wanted)])
  found.sort(([, a], [, b]) => b - a)
  const times = found.map(([, ms]) => ms)
  const rows = `${count.toLocaleString('en')} clients`
  return [
    figure({
      name: `page of ${pageSize}, ${rows}`,
      value: spreadOf([page]),
      unit: 'ms',
      ...(!isMillion && { goal: { atMost: 10 } }),
      detail: 'median of an answer, one at a time',
    }),
    figure({
      name: `slowest search, ${rows}`,
      value: { ...spreadOf(times), median: Math.max(...times) },
      unit: 'ms',
      ...(!isMillion && { goal: { atMost: 50 } }),
      detail: found.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join('; '),
    }),
  ]
}

if (import.meta.main) await runAlone(clients)
