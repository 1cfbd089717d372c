/**
 * Backs up an installation during writes, restores it elsewhere and compares both, on the own
 * PostgreSQL and on an outside one: `npm run prove:backup [messages]`. Prints a line for each with
 * the duration, the longest wait of a statement before and during the backup, and the numbers of
 * torn transactions and of lost or changed files, which must be 0.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/open.ts'
import { clients, projectDocuments, projects } from '#server/database/schema.ts'
import { openStorage } from '#server/files/open-storage.ts'
import type { Storage } from '#server/files/storage.ts'
import { findOwnServer } from '#server/own-postgres/server.ts'
import { newDatabaseOn } from '#test/harness/database.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { withoutLimits } from '../bench/new-database.ts'
import { openReport } from './report.ts'

const { report, end } = openReport()
const messages = Number(process.argv[2] ?? 200_000)
const documents = 100
const documentBytes = 1024 ** 2
const restMs = 2_000

type Environment = Record<string, string>

async function operate(command: string, backup: string, environment: Environment): Promise<number> {
  const start = performance.now()
  const args = ['src/cli/cli.ts', command, backup]
  const env = { PATH: process.env.PATH, ...environment }
  await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env,
  })
  return Math.round(performance.now() - start)
}

async function open(environment: Environment) {
  return openDatabase(readConfig(environment))
}

async function fill(db: Database, storage: Storage): Promise<void> {
  await db.execute(sql`
    with session as (
      insert into chat_sessions (id, visitor_hash, visitor_name, visitor_email)
      values (gen_random_uuid(), '\\x00', 'Ada', 'ada@example.com') returning id)
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, content)
    select gen_random_uuid(), session.id, n, 'visitor', 'v', repeat(md5(n::text), 10)
    from session, generate_series(1, ${messages}::int) as n`)
  const [client] = await db
    .insert(clients)
    .values({ name: 'A', email: 'a@example.com' })
    .returning()
  if (!client) throw new Error('no client')
  const project = { clientId: client.id, title: 'A' }
  const [{ id: projectId } = { id: '' }] = await db.insert(projects).values(project).returning()
  for (let number = 0; number < documents; number++) {
    const received = await storage.receive(documentBytes)
    await pipeline(Readable.from([randomBytes(documentBytes)]), received.sink)
    const sha256 = received.sha256()
    await received.commit(sha256)
    await received.discard()
    const row = { projectId, originalName: 'a.txt', mimeType: 'text/plain', sha256 }
    const { key: storageKey } = received
    await db.insert(projectDocuments).values({ ...row, fileSize: documentBytes, storageKey })
  }
}

/**
 * Writes pairs and sends small queries until it is stopped. Records the longest response of each
 * phase.
 */
function load(db: Database) {
  let ending = false
  let longest = 0
  let pairs = 0
  const write = async () => {
    while (!ending) {
      await db.transaction(async (tx) => {
        const clientId = randomUUID()
        await tx.insert(clients).values({ id: clientId, name: 'B', email: 'b@example.com' })
        await tx.insert(projects).values({ clientId, title: 'B' })
      })
      pairs++
      await rest(2)
    }
  }
  const ask = async () => {
    while (!ending) {
      const start = performance.now()
      await db.execute(sql`select 1`)
      longest = Math.max(longest, performance.now() - start)
      await rest(5)
    }
  }
  const running = Promise.all([write(), write(), ask()])
  return {
    pairs: () => pairs,
    takeLongest() {
      const taken = Math.round(longest)
      longest = 0
      return taken
    },
    async end() {
      ending = true
      await running
    },
  }
}

async function compare(environment: Environment, before: number, after: number) {
  const database = await open(environment)
  const storage = await openStorage(readConfig(environment))
  const count = async (query: string) =>
    Number((await database.db.execute<{ n: number }>(sql.raw(query))).rows[0]?.n)
  let wrongFiles = 0
  const rows = await database.db.select().from(projectDocuments)
  for (const { storageKey, sha256 } of rows) {
    const bytes = await buffer(await storage.read(storageKey))
    if (!createHash('sha256').update(bytes).digest().equals(sha256)) wrongFiles++
  }
  const pairs = (await count('select count(*) as n from projects')) - 1
  const torn = await count(
    'select count(*) as n from clients c full join projects p on p.client_id = c.id where c.id is null or p.id is null',
  )
  const lost = messages - (await count('select count(*) as n from chat_messages'))
  await database.close()
  const outside = pairs < before || pairs > after
  return { documents: rows.length, wrongFiles, torn, lost, outside }
}

async function prove(name: string, from: Environment, to: Environment): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'counterfoil-prove-'))
  const environmentOf = (part: string, more: Environment) => ({
    DATA_DIR: join(scratch, part),
    ...more,
  })
  const source = environmentOf('source', from)
  const target = environmentOf('target', to)
  const database = await open(source)
  const config = readConfig(source)
  const storage = await openStorage(config)
  const url = config.databaseUrl ?? findOwnServer(config.dataDir)
  await withoutLimits(url, (db) => fill(db, storage))
  const work = load(database.db)
  await rest(restMs)
  const calmMs = work.takeLongest()
  const before = work.pairs()
  const backupMs = await operate('backup', join(scratch, 'backup'), source)
  const waitedMs = work.takeLongest()
  // Each of the two writers may be in the middle of a pair.
  const after = work.pairs() + 2
  await work.end()
  await database.close()
  const restoreMs = await operate('restore', join(scratch, 'backup'), target)
  const found = await compare(target, before, after)
  const isSound = found.wrongFiles + found.torn + found.lost === 0 && !found.outside
  report(
    isSound,
    `backup and restore: ${JSON.stringify({ name, messages, calmMs, waitedMs, backupMs, restoreMs, ...found })}`,
  )
  rmSync(scratch, { recursive: true })
}

async function tryTo(name: string, from: Environment, to: Environment): Promise<void> {
  await prove(name, from, to).catch((error: Error) =>
    report(false, `backup and restore: ${name}: ${error.message}`),
  )
}

await tryTo('own PostgreSQL', {}, {})
{
  await using server = await startPostgres()
  const SECRET_KEY = randomBytes(32).toString('base64')
  const environmentOf = async () => ({ SECRET_KEY, DATABASE_URL: await newDatabaseOn(server) })
  await tryTo('outside PostgreSQL', await environmentOf(), await environmentOf())
}
end()
