import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { Failure, isFailure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { storedState } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { maxBytes } from './contract.ts'
import { importContent } from './import-content.server.ts'

/** Exists between the seeding of an empty installation and its import. */
const markName = 'site-content:awaited'
const isMark = eq(storedState.name, markName)

/** Call this in the transaction that seeds an empty installation. */
export async function awaitContent(tx: Transaction): Promise<void> {
  await tx.insert(storedState).values({ name: markName }).onConflictDoNothing()
}

async function hashOf(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > maxBytes) throw new Failure('too_large', 'The file is larger than 50 MB.')
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/**
 * Imports the file configured as `SITE_CONTENT` into an installation that starts for the first
 * time.
 *
 * @throws Error with a one-line message for the operator.
 */
export async function importAtFirstStart(
  deps: Pick<Dependencies, 'db' | 'storage' | 'config'>,
): Promise<void> {
  const { db, config } = deps
  if (!(await isAwaited(db))) return
  const path = config.siteContent
  if (!path) return void (await db.delete(storedState).where(isMark))
  const begin = async (tx: Transaction) => {
    const taken = await tx.delete(storedState).where(isMark).returning({ name: storedState.name })
    if (taken.length === 0) throw new AlreadyDone()
  }
  try {
    const file = { path, sha256: await hashOf(path) }
    await importContent(deps, file, 'publish', undefined, begin)
  } catch (error) {
    if (error instanceof AlreadyDone) return
    const reason = isFailure(error) || error instanceof Error ? error.message : 'unreadable'
    throw new Error(`SITE_CONTENT can’t be imported from ${path}: ${reason}`, { cause: error })
  }
}

/** Thrown if another instance has done the import. */
class AlreadyDone extends Error {}

async function isAwaited(db: Database): Promise<boolean> {
  return (await db.$count(storedState, isMark)) > 0
}
