import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { likePattern } from '#server/database/like-pattern.ts'
import { pages } from '#server/database/schema.ts'
import type { PageKind, PageState } from './contract.ts'
import { facts, isInState, type Reader } from './page-store.server.ts'

type Wanted = {
  kind?: PageKind | undefined
  state?: PageState | undefined
  search: string
  after?: string | undefined
  limit?: number | undefined
}

/** Selects one page more than the limit, which shows whether there are others. */
export const findPages = (db: Reader, { kind, state, search, after, limit = 20 }: Wanted) =>
  db
    .select({ id: pages.id })
    .from(pages)
    .where(
      and(
        kind && eq(pages.kind, kind),
        isInState(state),
        search ? sql`${pages.search} like joined_words(${likePattern(search)})` : undefined,
        after ? lt(pages.id, after) : undefined,
      ),
    )
    .orderBy(desc(pages.id))
    .limit(limit + 1)

/** Newest first, because ids are in the order of creation. Drafts have no date to sort by. */
export async function listPages(db: Reader, wanted: Wanted) {
  const { limit = 20 } = wanted
  const found = await findPages(db, wanted)
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
  return { items, next: found.length > limit ? (ids.at(-1) ?? null) : null }
}
