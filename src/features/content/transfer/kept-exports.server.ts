import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import type { Database } from '#server/database/open.ts'
import { siteExports } from '#server/database/schema.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { job } from '#server/jobs/jobs.ts'
import type { Dependencies } from '#server/service/context.ts'

const keptDays = 30

export const listKept = (db: Database) =>
  db
    .select({
      id: siteExports.id,
      fileSize: siteExports.fileSize,
      createdAt: siteExports.createdAt,
    })
    .from(siteExports)
    .orderBy(desc(siteExports.createdAt), desc(siteExports.id))
    .limit(100)

export async function keptFile(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  id: string,
): Promise<FileResponse> {
  const [row] = await db.select().from(siteExports).where(eq(siteExports.id, id))
  if (!row) throw new Failure('not_found', 'There’s no such export anymore.')
  const { storageKey, fileSize, sha256, createdAt } = row
  return {
    name: `site-before-import-${createdAt.toISOString().slice(0, 10)}.json`,
    type: 'application/json',
    size: fileSize,
    etag: `"${Buffer.from(sha256).toString('base64url')}"`,
    open: (range) => storage.read(storageKey, range),
  }
}

/** Deletes only rows. The files are then removed through `blob_deletions`. */
export const sweepExports = job({
  name: 'siteExports.sweep',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 50 },
  async run({ db, log }) {
    const removed = await db
      .delete(siteExports)
      .where(sql`${siteExports.createdAt} < now() - make_interval(days => ${keptDays})`)
      .returning({ id: siteExports.id })
    if (removed.length > 0) log.info({ event: 'old_exports_removed', count: removed.length })
  },
})
