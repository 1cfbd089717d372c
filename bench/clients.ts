/**
 * The client list with 1,000,000 clients on a temporary PostgreSQL: a page and searches, each
 * compared with pgbench running the same SQL, and the time of every term. `node bench/clients.ts
 * [page] [search] [--quick]` after `npm run build`.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { listClients, type Wanted } from '../src/features/clients/list/listing.server.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { findOwnServer } from '../src/server/database/own-server.ts'
import { signIn } from '../test/chat-pairs.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { newDataDirectory, startProduct } from '../test/product.ts'
import { casesOf, fill, whole } from './client-data.ts'
import { atRate, fromEverywhere, saturate, type Target } from './http-load.ts'
import {
  alternate,
  cpuOf,
  type Effort,
  type Figure,
  figure,
  type Goal,
  latencies,
  percentile,
  ratioOf,
  spreadOf,
} from './measure.ts'
import { newDatabase, withoutLimits } from './new-database.ts'
import { pgbench, scriptOf } from './pgbench.ts'
import { runAlone } from './table.ts'

/** More than a small firm has. */
const ownCount = 100_000

type Compared = { name: string; wanted: Partial<Wanted>; goal: Goal; perSecond: number }

const ofSearch = (name: string, search: string): Compared => ({
  ...{ name: `client search, ${name}`, wanted: { search } },
  ...{ goal: { atLeast: 0.9 }, perSecond: 50 },
})

function comparedOf(count: number, words: readonly string[]): Compared[] {
  const chosen = (word: string) => words.length === 0 || words.includes(word)
  const page = {
    ...{ name: 'page of 20 clients', wanted: {} },
    ...{ goal: { atLeast: 0.2 }, perSecond: 200 },
  }
  const searches = [
    ofSearch('rare', `person${count - 7}@`),
    ofSearch('frequent', 'northfold'),
    ofSearch('all match', 'example'),
    ofSearch('two letters', 'qu'),
    ofSearch('one letter', 'z'),
    ofSearch('missing', 'nobody has this'),
  ]
  return [...(chosen('page') ? [page] : []), ...(chosen('search') ? searches : [])]
}

const most = (values: readonly { perSecond: number }[]) =>
  Math.max(...values.map(({ perSecond }) => perSecond)).toFixed(0)

/** CPU time of the database and its direct client per reply, without the benchmark's own client. */
async function beside(
  { name, wanted, goal, perSecond }: Compared,
  at: { url: string; cookie: string; database: string; product: number; postgres: number },
  { quick }: Effort,
): Promise<Figure> {
  const [rounds, seconds] = quick ? [1, 1] : [3, 3]
  const query = wanted.search ? `&search=${encodeURIComponent(wanted.search)}` : ''
  const target: Target = {
    url: `${at.url}/api/admin/clients?page=1&limit=20${query}`,
    headers: (n) => ({ cookie: at.cookie, ...fromEverywhere(n) }),
  }
  const script = await scriptOf(at.database, (db) => listClients(db, whole(wanted)))
  await saturate(target, { seconds: 1 })
  const runs = await alternate(
    {
      ours: () => cpuOf([at.product, at.postgres], () => saturate(target, { seconds })),
      // This process only waits, so its CPU time is that of pgbench.
      bench: () =>
        cpuOf([process.pid, at.postgres], () => pgbench(at.database, script, { seconds })),
    },
    rounds,
  )
  const micros = (side: keyof typeof runs) => runs[side].map((run) => run.micros)
  const times = await atRate(target, { perSecond, seconds })
  return figure({
    name,
    value: ratioOf(micros('bench'), micros('ours')),
    unit: '',
    goal,
    detail:
      `CPU of an answer with the database: product ${percentile(micros('ours'), 0.5).toFixed(0)} µs, ` +
      `pgbench ${percentile(micros('bench'), 0.5).toFixed(0)} µs; ${most(runs.ours)} against ` +
      `${most(runs.bench)} a second; ${latencies(times, perSecond)}`,
  })
}

/** The slowest of all terms and orders, each the median of several calls without HTTP. */
async function slowestTerm(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
  count: number,
  times: number,
): Promise<Figure> {
  const opened = await openDatabase({ dataDir, databaseUrl })
  if (!databaseUrl) await withoutLimits(findOwnServer(dataDir), (db) => fill(db, count))
  const found: [name: string, ms: number][] = []
  for (const [name, wanted] of casesOf(count)) {
    const taken: number[] = []
    for (let time = -2; time < times; time += 1) {
      const start = performance.now()
      await listClients(opened.db, whole(wanted))
      if (time >= 0) taken.push(performance.now() - start)
    }
    found.push([name, percentile(taken, 0.5)])
  }
  await opened.close()
  found.sort(([, a], [, b]) => b - a)
  const [, slowest = 0] = found[0] ?? []
  return figure({
    name: `client search, slowest of all terms, ${databaseUrl ? 'outside' : 'own'} PostgreSQL`,
    value: { ...spreadOf(found.map(([, ms]) => ms)), median: slowest },
    unit: 'ms',
    ...(!databaseUrl && { goal: { atMost: 50 } }),
    detail: found.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join('; '),
  })
}

export async function clients(
  effort: Effort,
  words: readonly string[] = [],
  count = effort.quick ? 100_000 : 1_000_000,
): Promise<Figure[]> {
  await using server = await startPostgres()
  const database = await newDatabase(server, 'clients', (db) => fill(db, count))
  const environment = {
    DATABASE_URL: database,
    SECRET_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: '127.0.0.1,::1',
    PUBLIC_URL: 'http://localhost:3000',
  }
  await using product = await startProduct({ environment })
  const { cookie } = await signIn(product.url)
  const at = { url: product.url, cookie, database, product: product.pid, postgres: server.pid }
  const figures: Figure[] = []
  for (const one of comparedOf(count, words)) figures.push(await beside(one, at, effort))
  const counted = (one: Figure, many: number) => ({
    ...one,
    name: `${one.name}, ${many.toLocaleString('en')} rows`,
  })
  const all = figures.map((one) => counted(one, count))
  if (words.length > 0 && !words.includes('search')) return all
  const times = effort.quick ? 3 : 15
  const dataDir = newDataDirectory()
  try {
    const far = await slowestTerm({ dataDir, databaseUrl: database }, count, times)
    const near = await slowestTerm({ dataDir }, ownCount, times)
    return [...all, counted(far, count), counted(near, ownCount)]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(clients)
