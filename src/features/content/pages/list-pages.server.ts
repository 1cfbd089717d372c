import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { defaultLimit, type Paging } from '#contract/pagination.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import type { Database } from '#server/database/open.ts'
import { countRows, rowsToRead, rowsToSkip } from '#server/database/pagination.ts'
import { pages } from '#server/database/schema.ts'
import type { PageKind, PageState } from './contract.ts'
import { facts, isInState } from './page-store.server.ts'

type Wanted = Paging & {
  kind?: PageKind | undefined
  state?: PageState | undefined
  search: string
}

const matches = ({ kind, state, search }: Wanted) =>
  and(
    kind && eq(pages.kind, kind),
    isInState(state),
    search ? sql`${pages.search} like joined_words(${likePattern(search)})` : undefined,
  )

export const findPages = (db: Database, wanted: Wanted) =>
  db
    .select({ id: pages.id })
    .from(pages)
    .where(and(matches(wanted), wanted.after ? lt(pages.id, wanted.after) : undefined))
    .orderBy(desc(pages.id))
    .limit(rowsToRead(wanted))
    .offset(rowsToSkip(wanted))

/** Newest first, because ids are in the order of creation. Drafts have no date to sort by. */
export async function listPages(db: Database, wanted: Wanted) {
  const { limit = defaultLimit } = wanted
  const [found, total] = await Promise.all([
    findPages(db, wanted),
    countRows(db, wanted, pages, matches(wanted)),
  ])
  const ids = found.slice(0, limit).map(({ id }) => id)
  // The facts are selected only for these pages. Otherwise the database would compute the state of
  // every page.
  const items = await db
    .select({
      id: pages.id,
      kind: pages.kind,
      slug: pages.slug,
      title: pages.title,
      demo: pages.demo,
      updatedAt: pages.updatedAt,
      ...facts,
    })
    .from(pages)
    .where(inArray(pages.id, ids))
    .orderBy(desc(pages.id))
  return { items, next: found.length > limit ? (ids.at(-1) ?? null) : null, total }
}
