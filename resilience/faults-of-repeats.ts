import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Report } from '../bench/report.ts'
import { call, type Reply } from '../bench/visitors.ts'
import { type Database, openDatabase } from '../src/server/database/open.ts'
import { projectDocuments } from '../src/server/database/schema.ts'
import { signIn, wait } from '../test/chat-pairs.ts'
import { openFaultProxy } from '../test/fault-proxy.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from '../test/product.ts'
import { pdf } from '../test/sample-files.ts'
import { anyAddress, beginUpload, environmentOf, newDocuments } from './fault-writers.ts'

/** Functions that create one record of each kind with an Idempotency-Key, signed in. */
async function openMakers(url: string, cookie: string) {
  const documents = await newDocuments(url, cookie)
  const project = documents.replace(/\/documents$/, '')
  const paths = {
    clients: '/api/admin/clients',
    projects: project.replace(/\/[^/]+$/, ''),
    notes: `${project}/notes`,
  }
  const bodyOf = {
    clients: (name: string) => ({ name, email: 'row@n.example', company: '', status: 'active' }),
    projects: (title: string) => ({ title }),
    notes: (content: string) => ({ content }),
  }
  return (Object.keys(paths) as (keyof typeof paths)[]).map((kind) => ({
    kind,
    make: (at: string, name: string, idempotencyKey: string) =>
      call(at, {
        ...{ path: paths[kind], method: 'POST', body: bodyOf[kind](name), cookie },
        ...{ idempotencyKey, forwardedFor: anyAddress() },
      }),
  }))
}

async function inside<T>(
  { dataDir }: RunningProduct,
  databaseUrl: string | undefined,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

async function namesOf(db: Database, kind: string): Promise<number[]> {
  const sources: Record<string, [table: string, column: string]> = {
    clients: ['clients', 'name'],
    projects: ['projects', 'title'],
    notes: ['project_notes', 'content'],
  }
  const [table = '', column = ''] = sources[kind] ?? []
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}
        where ${sql.identifier(column)} like 'Row %' group by ${sql.identifier(column)}`,
  )
  return rows.map(({ count }) => count)
}

/** Drops every 25th reply with its connection; the sender retries with the same key. */
export async function madeOnce(report: Report, isShort: boolean): Promise<void> {
  const creates = isShort ? 100 : 2_000
  await using product = await startProduct({ environment: environmentOf() })
  const { cookie } = await signIn(product.url)
  const proxy = await openFaultProxy(Number(new URL(product.url).port))
  const swallowed: Record<string, number> = {}
  const makers = await openMakers(product.url, cookie)
  for (const { kind, make } of makers) {
    swallowed[kind] = 0
    for (let n = 0; n < creates; n++) {
      const [name, key] = [`Row ${randomUUID()}`, randomUUID()]
      const send = () => make(`http://127.0.0.1:${proxy.port}`, name, key)
      proxy.swallowAnswers = n % 25 === 24
      let reply = await send()
      if (proxy.swallowAnswers && reply.status === 0) swallowed[kind] += 1
      proxy.swallowAnswers = false
      while (reply.status !== 201) {
        await wait(reply.status === 429 ? 1_000 : 20)
        reply = await send()
      }
    }
  }
  await proxy.close()
  await product.stop()
  for (const { kind } of makers) {
    const counts = await inside(product, undefined, (db) => namesOf(db, kind))
    const doubled = counts.filter((count) => count > 1).length
    report(
      counts.length === creates && doubled === 0 && (swallowed[kind] ?? 0) > 0,
      `answers lost: ${creates} ${kind} made, ${swallowed[kind]} answers swallowed and asked again: ` +
        `${creates - counts.length} lost, ${doubled} doubled`,
    )
  }
}

const idOf = ({ text }: Reply) => (JSON.parse(text) as { id: string }).id

async function races(report: Report, isShort: boolean, databaseUrl?: string): Promise<void> {
  const [rounds, atOnce] = [isShort ? 5 : 50, 20]
  const environment = environmentOf(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
  await using product = await startProduct({ environment })
  const { url } = product
  const { cookie } = await signIn(url)
  const twenty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: atOnce }, work))
  let unequal = 0
  let odd = 0
  const makers = await openMakers(url, cookie)
  for (let round = 0; round < rounds; round++) {
    for (const { make } of makers) {
      const [name, key] = [`Row ${randomUUID()}`, randomUUID()]
      const replies = await twenty(() => make(url, name, key))
      const ids = new Set(replies.filter(({ status }) => status === 201).map(idOf))
      if (ids.size !== 1) unequal++
      odd += replies.filter(({ status }) => ![201, 409].includes(status)).length
    }
    const message = { name: 'Race', email: `race${round}@n.example`, message: `Round ${round}` }
    const lead = await call(url, {
      ...{ path: '/api/contact', method: 'POST', body: message, forwardedFor: anyAddress() },
    })
    const body = { inquiryId: idOf(lead), createProject: true }
    const path = '/api/admin/clients/convert-inquiry'
    const replies = await twenty(() => call(url, { path, method: 'POST', body, cookie }))
    if (replies.filter(({ status }) => status === 201 || status === 200).length !== 1) unequal++
    odd += replies.filter(({ status }) => ![200, 201, 409].includes(status)).length
  }
  await product.stop()
  const counts = await inside(product, databaseUrl, async (db) => {
    const made = await Promise.all(makers.map(({ kind }) => namesOf(db, kind)))
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from clients where converted_from is not null`,
    )
    return { rows: made.flat(), converted: rows[0]?.count }
  })
  const isOnce = counts.rows.length === rounds * makers.length && counts.rows.every((n) => n === 1)
  report(
    isOnce && counts.converted === rounds && unequal + odd === 0,
    `${databaseUrl ? 'outside' : 'own'} PostgreSQL: a client, a project, a note with one key and a ` +
      `conversion, each by ${atOnce} at once × ${rounds}: ${unequal} that were not made exactly once, ` +
      `${odd} other answers`,
  )
}

export async function manyAtOnce(report: Report, isShort: boolean): Promise<void> {
  await races(report, isShort)
  await using server = await startPostgres()
  await races(report, isShort, server.url)
}

/** Up to 1: share of the upload sent before the kill; above: milliseconds after all of it. */
const points = [0.05, 0.5, 1, 15, 60, 200]

export async function uploadsKilled(report: Report, isShort: boolean): Promise<void> {
  const times = isShort ? 2 : 20
  const dataDir = newDataDirectory()
  const environment = environmentOf()
  const port = await freePort()
  const bytes = Buffer.concat([pdf, Buffer.alloc(4_000_000, 32)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const taken = new Set<string>()
  let cookie = ''
  let path = ''
  for (const point of points) {
    for (let n = 0; n < times; n++) {
      const product = await startProduct({ dataDir, port, environment })
      cookie ||= (await signIn(product.url)).cookie
      path ||= await newDocuments(product.url, cookie)
      const upload = beginUpload({ url: product.url, path, cookie }, bytes, Math.min(point, 1))
      await upload.sent
      if (point > 1) await wait(point)
      await product.stop('SIGKILL')
      await upload.closed
      const [, id] = /^HTTP\/1.1 201[\s\S]*"id":"([^"]+)"/.exec(upload.answer()) ?? []
      if (id) taken.add(id)
    }
  }
  const database = await openDatabase({ dataDir })
  const rows = await database.db.select().from(projectDocuments)
  await database.close()
  const wrong = rows.filter(({ storageKey }) => {
    const file = join(dataDir, 'documents', storageKey)
    if (!existsSync(file)) return true
    return createHash('sha256').update(readFileSync(file)).digest('hex') !== sha256
  })
  const lost = [...taken].filter((id) => !rows.some((row) => row.id === id))
  rmSync(dataDir, { recursive: true })
  report(
    wrong.length + lost.length === 0,
    `uploads, kill -9 at ${points.length} points × ${times}: ${rows.length} documents, ` +
      `${wrong.length} without their file or with wrong bytes; ${taken.size} acknowledged, ${lost.length} lost`,
  )
}
