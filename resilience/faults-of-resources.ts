import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { treeOf } from '../bench/measure.ts'
import { notRun, type Report } from '../bench/report.ts'
import { call } from '../bench/visitors.ts'
import { publicUrl, signIn, until, wait } from '../test/chat-pairs.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { freePort, newDataDirectory, spawnProduct, startProduct } from '../test/product.ts'
import { multipart, pdf } from '../test/sample-files.ts'
import { environmentOf, judge, newDocuments, storedIn, Writers } from './fault-writers.ts'

/**
 * Killed ever later in the migrations of an empty PostgreSQL; the next start must complete them.
 */
export async function endedWhileMigrating(report: Report, isShort: boolean): Promise<void> {
  await using server = await startPostgres()
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  const moments = isShort ? [0, 40] : Array.from({ length: 12 }, (_, n) => n * 15)
  const codes: (number | null)[] = []
  let amid = 0
  let whole = 0
  for (const [n, afterMs] of moments.entries()) {
    const name = `migrated_${n}`
    await admin.query(`CREATE DATABASE ${name}`)
    const environment = environmentOf({ DATABASE_URL: server.url.replace(/\w+$/, name) })
    const dataDir = newDataDirectory()
    const port = String(await freePort())
    const { child, ended } = spawnProduct({ ...environment, DATA_DIR: dataDir, PORT: port })
    const connected = `SELECT 1 FROM pg_stat_activity WHERE datname = '${name}'`
    await until('the migrations', 30_000, async () => (await admin.query(connected)).rowCount !== 0)
    await wait(afterMs)
    const own = new Client({ connectionString: environment.DATABASE_URL })
    await own.connect()
    const { rows } = await own.query("SELECT to_regclass('creations') IS NOT NULL AS made")
    child.kill('SIGTERM')
    await own.end()
    codes.push(await ended)
    if (!rows[0].made) amid++
    const product = await startProduct({ dataDir, environment })
    if ((await call(product.url, { path: '/readyz' })).status === 200) whole++
    await product.stop()
    rmSync(dataDir, { recursive: true })
  }
  await admin.end()
  report(
    codes.every((code) => code === 0) && whole === moments.length,
    `SIGTERM at ${moments.length} moments of the migrations of PostgreSQL, ${amid} before their end: code ` +
      `${[...new Set(codes)].join(' or ')}; ${whole} of ${moments.length} start again`,
  )
}

type MemoryGroup = { join(pid: number): void; peakMb(): number; killed(): number; remove(): void }

/** A cgroup with a memory limit; undefined without the right to create one. */
function openMemoryGroup(bytes: number): MemoryGroup | undefined {
  const isNew = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const parent = isNew ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory'
  const folder = join(parent, `counterfoil-${process.pid}`)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  try {
    accessSync(parent, constants.W_OK)
    mkdirSync(folder)
    writeFileSync(join(folder, isNew ? 'memory.max' : 'memory.limit_in_bytes'), String(bytes))
  } catch {
    return undefined
  }
  return {
    join: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    peakMb: () => Number(read(isNew ? 'memory.peak' : 'memory.max_usage_in_bytes')) / 1024 / 1024,
    killed: () =>
      Number(/^oom_kill (\d+)$/m.exec(read(isNew ? 'memory.events' : 'memory.oom_control'))?.[1]),
    remove: () => rmdirSync(folder),
  }
}

/**
 * Concurrent uploads of 50 MB and writes within 1 GB, the stated requirement of the product with
 * its own PostgreSQL.
 */
export async function littleMemory(report: Report, isShort: boolean): Promise<void> {
  const group = openMemoryGroup(1024 * 1024 * 1024)
  if (!group) return notRun('a product with 1 GB of memory: groups of processes need root')
  const dataDir = newDataDirectory()
  const product = await startProduct({ dataDir, environment: environmentOf() })
  for (const pid of treeOf([product.pid]).keys()) group.join(pid)
  const { cookie } = await signIn(product.url)
  const path = await newDocuments(product.url, cookie)
  const writers = new Writers(product.url)
  writers.cookie = cookie
  writers.start(8)
  const { headers, payload } = multipart(
    'a.pdf',
    Buffer.concat([pdf, Buffer.alloc(49_000_000, 32)]),
  )
  const upload = async () => {
    const answer = await fetch(`${product.url}${path}/upload`, {
      method: 'POST',
      headers: { ...headers, origin: publicUrl, cookie },
      body: new Uint8Array(payload),
    })
    return answer.status
  }
  const statuses: number[] = []
  for (let round = 0; round < (isShort ? 2 : 12); round++) {
    statuses.push(...(await Promise.all(Array.from({ length: 4 }, upload))))
  }
  await writers.end()
  const ready = await call(product.url, { path: '/readyz' })
  const [killed, peakMb] = [group.killed(), group.peakMb()]
  const code = await product.stop()
  const { lost, doubled, text } = judge(writers.acknowledged, await storedIn(dataDir))
  rmSync(dataDir, { recursive: true })
  group.remove()
  const stored = statuses.filter((status) => status === 201).length
  report(
    killed === 0 &&
      code === 0 &&
      ready.status === 200 &&
      lost + doubled === 0 &&
      stored === statuses.length,
    `in 1 GB of memory: ${stored} of ${statuses.length} uploads of 49 MB kept, four at once, and ${text}; ` +
      `${killed} processes killed for want of memory, ${peakMb.toFixed(0)} MB at the most with the ` +
      `cache of files; /readyz ${ready.status}, ended with ${code}`,
  )
}
