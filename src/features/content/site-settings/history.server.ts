import { desc, eq, lt, type SQL } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { defaultLimit } from '#contract/pagination.ts'
import { readSettings } from '#server/content/settings-document.ts'
import type { Database } from '#server/database/open.ts'
import { countRows, rowsToRead, rowsToSkip } from '#server/database/pagination.ts'
import { siteVersions, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { siteSettings } from './contract.ts'

const missing = () => new Failure('not_found', 'There’s no such version.')

/** Documents are large, so a list does without them. */
async function list(db: Database, where: SQL | undefined, limit: number, offset = 0) {
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
    .offset(offset)
  return rows.map(({ authorId, author, sha256, ...row }) => ({
    ...row,
    sha256: Buffer.from(sha256).toString('hex'),
    publishedBy: authorId ? { id: authorId, name: author } : null,
  }))
}

export async function listVersions(
  db: Database,
  { after, ...paging }: ParsedInput<typeof siteSettings.versions>,
) {
  const { limit = defaultLimit } = paging
  const older = after === undefined ? undefined : lt(siteVersions.number, after)
  const [rows, total] = await Promise.all([
    list(db, older, rowsToRead(paging), rowsToSkip(paging)),
    countRows(db, paging, siteVersions),
  ])
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? String(last.number) : null, total }
}

export async function showVersion(db: Database, number: number) {
  const [version] = await list(db, eq(siteVersions.number, number), 1)
  if (!version) throw missing()
  const [row] = await db.select().from(siteVersions).where(eq(siteVersions.number, number))
  return { ...version, document: (row && readSettings(row.document, row.schemaVersion)) ?? null }
}
