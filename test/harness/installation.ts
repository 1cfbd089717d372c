import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open.ts'
import { mailFiles, mailIntake, media, projectDocuments } from '#server/database/schema.ts'
import { openStorage } from '#server/files/open-storage.ts'
import type { Storage } from '#server/files/storage.ts'
import { openBucket } from './bucket.ts'
import { newDatabase, newEmptyDatabase } from './database.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export type Kind = `${'own' | 'outside'} and ${'disk' | 'bucket'}`

export const secretKey = Buffer.alloc(32, 7).toString('base64')

/** The settings of a product whose database is on the tests' server. */
export const onTestServer = async () => ({
  DATABASE_URL: await newDatabase(),
  SECRET_KEY: secretKey,
})

export async function emptyInstallation(
  kind: Kind,
  more: Record<string, string> = {},
): Promise<{ config: Config; environment: Record<string, string> }> {
  const environment: Record<string, string> = {
    DATA_DIR: join(temporaryDirectory(), 'data'),
    SECRET_KEY: secretKey,
    ...more,
  }
  if (kind.startsWith('outside')) environment.DATABASE_URL ??= await newEmptyDatabase()
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

export async function openInstallation(settings: {
  config: Config
  environment: Record<string, string>
}): Promise<Installation> {
  const { dataDir, databaseUrl } = settings.config
  const database = await openDatabase({ dataDir, databaseUrl })
  return {
    ...settings,
    database,
    storage: await openStorage(settings.config),
    [Symbol.asyncDispose]: database.close,
  }
}

/** The storage keys of `fillEveryTable`. One of the received mails has no file. */
export const storedKeys = ['00', '11', 'a0', 'a1', 'b0', 'c0', 'c1'].map((pair) => pair.repeat(16))

/** Stores a file for each file row of `fillEveryTable`: a large one, and one of a single byte. */
export async function storeFiles({ database: { db }, storage }: Installation): Promise<void> {
  for (const table of [projectDocuments, mailFiles, mailIntake, media]) {
    for (const { id, storageKey } of await db.select().from(table)) {
      if (!storageKey) continue
      const bytes = storageKey.startsWith('0') ? Buffer.alloc(700_001, 'ab') : Buffer.from([0])
      const sha256 = createHash('sha256').update(bytes).digest()
      const received = await storage.receive(bytes.length, storageKey)
      await pipeline(Readable.from([bytes]), received.sink)
      await received.commit(sha256)
      await received.discard()
      await db.update(table).set({ sha256, fileSize: bytes.length }).where(eq(table.id, id))
    }
  }
}
