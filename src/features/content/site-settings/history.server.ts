import { desc, eq, lt } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { readSettings } from '#server/content/settings-document.ts'
import type { Database } from '#server/database/open.ts'
import { siteVersions, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'

const missing = () => new Failure('not_found', 'There’s no such version.')

/** Documents are large, so a list does without them. */
async function list(db: Database, where: ReturnType<typeof eq> | undefined, limit: number) {
  const rows = await db
    .select({
      number: siteVersions.number,
      publishedAt: siteVersions.publishedAt,
      kind: siteVersions.kind,
      restoredFrom: siteVersions.restoredFrom,
      sections: siteVersions.changed,
      note: siteVersions.note,
      sha256: siteVersions.sha256,
      authorId: siteVersions.authorId,
      author: staffName(users),
    })
    .from(siteVersions)
    .leftJoin(users, eq(users.id, siteVersions.authorId))
    .where(where)
    .orderBy(desc(siteVersions.number))
    .limit(limit)
  return rows.map(({ authorId, author, sha256, ...row }) => ({
    ...row,
    sha256: Buffer.from(sha256).toString('hex'),
    publishedBy: authorId ? { id: authorId, name: author } : null,
  }))
}

const defaultLimit = 20

export async function listVersions(
  db: Database,
  { after, limit = defaultLimit }: { after?: number | undefined; limit?: number | undefined },
) {
  const older = after === undefined ? undefined : lt(siteVersions.number, after)
  const rows = await list(db, older, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? String(last.number) : null }
}

export async function showVersion(db: Database, number: number) {
  const [version] = await list(db, eq(siteVersions.number, number), 1)
  if (!version) throw missing()
  const [row] = await db.select().from(siteVersions).where(eq(siteVersions.number, number))
  return { ...version, document: (row && readSettings(row.document, row.schemaVersion)) ?? null }
}
