import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { defaultLimit } from '#contract/pagination.ts'
import type { Database } from '#server/database/open.ts'
import { countRows, rowsToRead, rowsToSkip } from '#server/database/pagination.ts'
import { pageVersions, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { resolveTree, type TextTree } from '../page-text/text-tree.ts'
import type { pages } from './contract.ts'
import { liveVersion, type Reader, readPage, type VersionRow } from './page-store.server.ts'

/** A version as the back-office shows it, without its text. */
export const versionOf = (
  {
    pageId: _,
    body: __,
    tree: ___,
    summary: ____,
    facts: _____,
    authorId,
    sha256,
    ...row
  }: VersionRow,
  name: string | null,
  live: number | undefined,
) => ({
  ...row,
  sha256: Buffer.from(sha256).toString('hex'),
  author: authorId ? { id: authorId, name: name ?? '' } : null,
  live: row.number === live,
})

const find = (db: Reader, where: SQL | undefined, limit: number, offset = 0) =>
  db
    .select({ version: pageVersions, name: staffName(users) })
    .from(pageVersions)
    .leftJoin(users, eq(users.id, pageVersions.authorId))
    .where(where)
    .orderBy(desc(pageVersions.number))
    .limit(limit)
    .offset(offset)

export async function listVersions(
  db: Database,
  { id, after, ...paging }: ParsedInput<typeof pages.versions>,
) {
  const { limit = defaultLimit } = paging
  await readPage(db, id)
  const own = eq(pageVersions.pageId, id)
  const older = after === undefined ? own : and(own, lt(pageVersions.number, after))
  const [rows, live, total] = await Promise.all([
    find(db, older, rowsToRead(paging), rowsToSkip(paging)),
    liveVersion(db, id),
    countRows(db, paging, pageVersions, own),
  ])
  const items = rows
    .slice(0, limit)
    .map(({ version, name }) => versionOf(version, name, live?.number))
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? String(last.number) : null, total }
}

export async function showVersion(db: Reader, { id, number }: { id: string; number: number }) {
  const [found] = await find(
    db,
    and(eq(pageVersions.pageId, id), eq(pageVersions.number, number)),
    1,
  )
  if (!found) throw new Failure('not_found', 'There’s no such version.')
  const { version, name } = found
  const { summary, body, facts } = version
  return {
    ...versionOf(version, name, (await liveVersion(db, id))?.number),
    summary,
    body,
    tree: [...resolveTree(version.tree as TextTree, facts)],
  }
}
