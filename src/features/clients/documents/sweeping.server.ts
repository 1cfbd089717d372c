import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { noFileHold } from '#server/database/file-hold.ts'
import {
  blobDeletions,
  mailFiles,
  mailIntake,
  media,
  projectDocuments,
} from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { undoSeconds } from './service.server.ts'

const batchSize = 200

/** A file without a row may be an upload in progress, but not after a day. */
const strayHours = 24

/** Generated names: 128 random bits, plus `.part` during the upload. */
const ownName = /^[0-9a-f]{32}(\.part)?$/

async function forgetDeleted({ db }: JobDependencies): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from ${projectDocuments} where id in (
        select id from ${projectDocuments}
        where deleted_at <= now() - make_interval(secs => ${undoSeconds})
        for update skip locked)
      returning storage_key)
    insert into ${blobDeletions} (storage_key) select storage_key from gone on conflict do nothing`)
}

async function removeListed({ db, storage }: JobDependencies): Promise<void> {
  for (;;) {
    const listed = await db
      .select({ key: blobDeletions.storageKey })
      .from(blobDeletions)
      .where(noFileHold)
      .orderBy(blobDeletions.createdAt)
      .limit(batchSize)
    if (listed.length === 0) return
    const keys = listed.map(({ key }) => key)
    for (const key of keys) await storage.remove(key)
    await db.delete(blobDeletions).where(inArray(blobDeletions.storageKey, keys))
  }
}

async function removeUnknown({ db, storage, log }: JobDependencies, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(array[${sql.join(
      keys.map((key) => sql`${key}`),
      sql`, `,
    )}]) as stored(key)
    where not exists (select from ${projectDocuments} where storage_key = key)
      and not exists (select from ${mailFiles} where storage_key = key)
      and not exists (select from ${mailIntake} where storage_key = key)
      and not exists (select from ${media} where storage_key = key) and ${noFileHold}`)
  const strays = rows.map(({ key }) => key)
  for (const key of strays) await storage.remove(key)
  if (strays.length > 0) log.info({ event: 'stray_files_removed', count: strays.length })
}

export const sweepDocuments = job({
  name: 'documents.sweep',
  payload: z.object({}),
  everySeconds: 30,
  timeoutSeconds: 600,
  async run(deps) {
    await forgetDeleted(deps)
    await removeListed(deps)
  },
})

/** Removes files without a row, which remain after a crash between storing the file and the row. */
export const removeStrays = job({
  name: 'documents.strays',
  payload: z.object({}),
  everySeconds: 6 * 60 * 60,
  timeoutSeconds: 3600,
  async run(deps) {
    let keys: string[] = []
    for await (const key of deps.storage.olderThan(new Date(Date.now() - strayHours * 3_600_000))) {
      if (!ownName.test(key)) continue
      keys.push(key)
      if (keys.length < batchSize) continue
      await removeUnknown(deps, keys)
      keys = []
    }
    await removeUnknown(deps, keys)
  },
})
