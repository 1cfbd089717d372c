import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { offerSnapshots } from '../src/server/backup/snapshot.ts'
import { type Config, readConfig } from '../src/server/config.ts'
import { buildDatabaseImage } from '../src/server/db/image.ts'
import { type OpenDatabase, openDatabase } from '../src/server/db/open.ts'
import { projectDocuments } from '../src/server/db/schema.ts'
import { openStorage } from '../src/server/open-storage.ts'
import type { Storage } from '../src/server/storage.ts'
import { openBucket } from './bucket.ts'
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Which database and which storage. */
export type Kind = `${'embedded' | 'postgres'} and ${'disk' | 'bucket'}`

export const secretKey = Buffer.alloc(32, 7).toString('base64')

let server: Promise<Pick<PostgresServer, 'url' | 'stop'>> | undefined

/** Whether there is a PostgreSQL to test with. */
export const hasPostgres = Boolean(process.env.TEST_DATABASE_URL ?? findPostgres())

/** Ends the PostgreSQL that tests of this file have started, if any. */
export async function stopServer(): Promise<void> {
  await (await server)?.stop()
}

/** The address of a new database without a single table. */
export async function emptyPostgres(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL
  server ??= given ? Promise.resolve({ url: given, stop: async () => {} }) : startPostgres()
  const { url } = await server
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  return new URL(`/${name}`, url).href
}

/** The configuration of a place where nothing is yet. */
export async function emptyPlace(
  kind: Kind,
  more: Record<string, string> = {},
): Promise<{ config: Config; environment: Record<string, string> }> {
  const environment: Record<string, string> = {
    DATA_DIR: join(temporaryDirectory(), 'data'),
    SECRET_KEY: secretKey,
    ...more,
  }
  if (kind.startsWith('postgres')) environment.DATABASE_URL ??= await emptyPostgres()
  if (kind.endsWith('bucket')) {
    const bucket = await openBucket()
    onTestFinished(() => bucket[Symbol.asyncDispose]())
    Object.assign(environment, bucket.environment)
  }
  return { config: readConfig(environment), environment }
}

export type Installation = AsyncDisposable & {
  config: Config
  environment: Record<string, string>
  database: OpenDatabase
  storage: Storage
}

/** Opens a place as the product does, backups included. */
export async function openInstallation(place: {
  config: Config
  environment: Record<string, string>
}): Promise<Installation> {
  const { dataDir, databaseUrl } = place.config
  const database = await openDatabase({
    dataDir,
    image: await buildDatabaseImage(),
    ...(databaseUrl && { databaseUrl }),
  })
  const endOffer = database.copy ? await offerSnapshots(database, dataDir) : () => {}
  return {
    ...place,
    database,
    storage: await openStorage(place.config),
    async [Symbol.asyncDispose]() {
      await endOffer()
      await database.close()
    },
  }
}

/** Gives each document row of `fillEveryTable` a file: a large one, and one of a single byte. */
export async function storeFiles({ database: { db }, storage }: Installation): Promise<void> {
  for (const { id, storageKey } of await db.select().from(projectDocuments)) {
    const bytes = storageKey.startsWith('0') ? Buffer.alloc(700_001, 'ab') : Buffer.from([0])
    const sha256 = createHash('sha256').update(bytes).digest()
    const received = await storage.receive(bytes.length, storageKey)
    await pipeline(Readable.from([bytes]), received.sink)
    await received.keep(sha256)
    await received.discard()
    await db
      .update(projectDocuments)
      .set({ sha256, fileSize: bytes.length })
      .where(eq(projectDocuments.id, id))
  }
}
