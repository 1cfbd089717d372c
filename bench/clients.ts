/**
 * The client list with 100,000 and 1,000,000 clients on a throw-away PostgreSQL and with 100,000 on
 * the embedded database: `node bench/clients.ts [clients on PostgreSQL, comma separated]`. For each
 * term and page it prints the median and the slowest of 15 calls of the list (goal: 20 ms on
 * PostgreSQL), then how many the running product answers per second over HTTP beside pgbench with
 * the very same SQL (goals: 0.20 for a page, 0.90 for a search).
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { listClients } from '../src/features/clients/listing.server.ts'
import type { Wanted } from '../src/features/clients/search.server.ts'
import { type Database, openDatabase } from '../src/server/db/open.ts'
import { findPostgres, startPostgres } from '../test/postgres-server.ts'
import { newDataDirectory, ownerPassword, startProduct } from '../test/product.ts'

const sizes = (process.argv[2] ?? '100000,1000000').split(',').map(Number)
const times = 15
const connections = 8
const seconds = 6

type Case = [name: string, wanted: Partial<Wanted>]

/** `count` is how many clients there are. */
function casesOf(count: number): Case[] {
  return [
    ['first page', {}],
    ['first page, one status', { status: 'inactive' }],
    ['page 100', { page: 100 }],
    ['last page', { page: Math.ceil(count / 20) }],
    ['by name', { sort: 'name' }],
    ['rare: one client', { search: `person${count - 7}@` }],
    ['rare: one in 3,000', { search: 'logistics 778' }],
    ['frequent: every tenth', { search: 'northfold' }],
    ['frequent, by name', { search: 'northfold', sort: 'name' }],
    ['frequent, page 40', { search: 'northfold', page: 40 }],
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

const whole = (wanted: Partial<Wanted>): Wanted => ({ page: 1, limit: 20, search: '', ...wanted })

/** Adds clients with their indexes away, which takes a tenth of the time. */
async function fill(db: Database, count: number): Promise<void> {
  const gins = ['clients_search', 'clients_short_search']
  const definitions: string[] = []
  for (const name of gins) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select pg_get_indexdef(${name}::regclass) as text`,
    )
    definitions.push(rows[0]?.text ?? '')
    await db.execute(sql`drop index ${sql.identifier(name)}`)
  }
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
  for (const definition of definitions) await db.execute(sql.raw(definition))
  await db.execute(sql`vacuum analyze clients`)
}

async function timeCases(db: Database, count: number): Promise<void> {
  for (const [name, wanted] of casesOf(count)) {
    const taken: number[] = []
    let found = ''
    for (let time = -3; time < times; time += 1) {
      const start = performance.now()
      const { json } = await listClients(db, whole(wanted))
      if (time >= 0) taken.push(performance.now() - start)
      const { total, totalIsExact } = JSON.parse(json) as { total: number; totalIsExact: boolean }
      found = `${total.toLocaleString('en')}${totalIsExact ? '' : '+'}`
    }
    taken.sort((a, b) => a - b)
    const [median, slowest] = [taken[times >> 1] ?? 0, taken.at(-1) ?? 0]
    console.log(
      `  ${name.padEnd(30)} ${found.padStart(10)}  ${median.toFixed(1).padStart(7)} ms  slowest ${slowest.toFixed(1)} ms`,
    )
  }
}

function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value)
  return `E'${text.replace(/[\\']/g, '\\$&')}'`
}

/** The statements of one call, with their parameters written out, as a script for pgbench. */
async function scriptOf(url: string, wanted: Partial<Wanted>): Promise<string> {
  const statements: string[] = []
  const logQuery = (text: string, parameters: unknown[]) => {
    statements.push(text.replace(/\$(\d+)/g, (_, n: string) => literal(parameters[Number(n) - 1])))
  }
  const client = new Pool({ connectionString: url })
  await listClients(drizzle({ client, logger: { logQuery } }) as never, whole(wanted))
  await client.end()
  return statements.map((text) => `${text.replace(/\s+/g, ' ')};\n`).join('')
}

function pgbench(url: string, script: string): number {
  const file = join(newDataDirectory(), 'script.sql')
  writeFileSync(file, script)
  const program = join(findPostgres() ?? '', 'pgbench')
  const flags = ['-n', '-c', String(connections), '-T', String(seconds), '-f', file, url]
  const said = execFileSync(program, flags, { encoding: 'utf8', stdio: 'pipe' })
  return Number(/tps = ([\d.]+)/.exec(said)?.[1])
}

/** Answers per second of the running product; each call seems to come from another address. */
async function answersPerSecond(url: string, path: string, cookie: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1000
  let answered = 0
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const forwarded = `10.${answered % 250}.${(answered >> 8) % 250}.${answered % 199}`
      const headers = { cookie, 'x-forwarded-for': forwarded }
      request(`${url}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
        answer.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  const asker = async () => {
    while (performance.now() < end) {
      await ask()
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, asker))
  agent.destroy()
  return answered / seconds
}

async function compare(databaseUrl: string, count: number): Promise<void> {
  const dataDir = newDataDirectory()
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUST_PROXY: '127.0.0.1,::1',
  }
  await using product = await startProduct({ dataDir, environment })
  const answer = await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const compared: [string, string, Partial<Wanted>, number][] = [
    ['first page', '', {}, 0.2],
    ['rare term', `&search=person${count - 7}@`, { search: `person${count - 7}@` }, 0.9],
    ['frequent term', '&search=northfold', { search: 'northfold' }, 0.9],
    ['two letters', '&search=qu', { search: 'qu' }, 0.9],
  ]
  for (const [name, query, wanted, goal] of compared) {
    const script = await scriptOf(databaseUrl, wanted)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < 2; round += 1) {
      const path = `/api/admin/clients?page=1&limit=20${query}`
      ours.push(await answersPerSecond(product.url, path, cookie))
      theirs.push(pgbench(databaseUrl, script))
    }
    const [product_, bench] = [Math.max(...ours), Math.max(...theirs)]
    console.log(
      `  ${name.padEnd(30)} ${product_.toFixed(0).padStart(6)} /s, pgbench ${bench.toFixed(0).padStart(6)} /s, ratio ${(product_ / bench).toFixed(2)} (goal ${goal})`,
    )
  }
  rmSync(dataDir, { recursive: true, force: true })
}

console.log(`load of the machine at the start: ${loadavg()[0]?.toFixed(1)}`)
{
  await using server = await startPostgres()
  for (const count of sizes) {
    const name = `clients_${count}`
    const admin = new Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    // Building an index over a million rows takes longer than a statement of the product may.
    await admin.query(`ALTER DATABASE ${name} SET maintenance_work_mem = '256MB'`)
    await admin.end()
    const url = server.url.replace(/\w+$/, name)
    const dataDir = newDataDirectory()
    const migrated = await openDatabase({ dataDir, databaseUrl: url })
    await migrated.close()
    const patient = new Pool({ connectionString: url, max: 1 })
    await fill(drizzle({ client: patient, casing: 'snake_case' }) as never, count)
    await patient.end()
    const opened = await openDatabase({ dataDir, databaseUrl: url })
    console.log(`\nPostgreSQL, ${count.toLocaleString('en')} clients`)
    await timeCases(opened.db, count)
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
    await compare(url, count)
  }
}
{
  const dataDir = newDataDirectory()
  const opened = await openDatabase({ dataDir })
  await fill(opened.db, 100_000)
  console.log('\nEmbedded, 100,000 clients')
  await timeCases(opened.db, 100_000)
  await opened.close()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`\nload of the machine at the end: ${loadavg()[0]?.toFixed(1)}`)
