import { and, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { pageRedirects, pages, pageVersions } from '#server/database/schema.ts'
import type { PageKind, PageState } from './contract.ts'

export type Reader = Database | Transaction
export type PageRow = typeof pages.$inferSelect
export type VersionRow = typeof pageVersions.$inferSelect

const folders: Record<PageKind, string> = { legal: 'legal', page: 'pages', note: 'notes' }

export const pathOf = ({ kind, slug }: { kind: PageKind; slug: string }) =>
  `/${folders[kind]}/${slug}`

/** Kind and slug of an address, or undefined if no page can have it. */
export function addressOf(path: string): { kind: PageKind; slug: string } | undefined {
  const [, folder, slug] = /^\/(legal|pages|notes)\/([a-z0-9-]+)$/.exec(path) ?? []
  const kind = (Object.keys(folders) as PageKind[]).find((one) => folders[one] === folder)
  return kind && slug ? { kind, slug } : undefined
}

/** The current time, not the start of the transaction, which may have waited for the lock. */
export const clockNow = sql`date_trunc('milliseconds', clock_timestamp())`

export const inEffect = and(
  isNull(pageVersions.withdrawnAt),
  lte(pageVersions.effectiveAt, sql`now()`),
)
export const toCome = and(
  isNull(pageVersions.withdrawnAt),
  sql`${pageVersions.effectiveAt} > now()`,
)

export const newestFirst = [desc(pageVersions.effectiveAt), desc(pageVersions.number)]

/** Subquery for the version in effect, to be joined with its page. */
export function liveVersionSubquery(db: Reader) {
  return db
    .select()
    .from(pageVersions)
    .where(and(eq(pageVersions.pageId, pages.id), inEffect))
    .orderBy(...newestFirst)
    .limit(1)
    .as('live')
}

/** The version that visitors see. */
export async function liveVersion(db: Reader, pageId: string): Promise<VersionRow | undefined> {
  const [live] = await db
    .select()
    .from(pageVersions)
    .where(and(eq(pageVersions.pageId, pageId), inEffect))
    .orderBy(...newestFirst)
    .limit(1)
  return live
}

/**
 * Finds the page at a public address, by its current or a former slug.
 *
 * @returns in `movedTo`, the current slug if it differs.
 */
export async function findPublished(
  db: Reader,
  { kind, slug }: { kind: PageKind; slug: string },
): Promise<{ page: PageRow; live: VersionRow; movedTo: string | null } | undefined> {
  const ofKind = and(eq(pages.kind, kind), isNull(pages.deletedAt))
  const [own] = await db
    .select()
    .from(pages)
    .where(and(ofKind, eq(pages.slug, slug)))
  const [former] = await db
    .select({ page: pages })
    .from(pageRedirects)
    .innerJoin(pages, eq(pages.id, pageRedirects.pageId))
    .where(and(ofKind, eq(pageRedirects.kind, kind), eq(pageRedirects.slug, slug)))
  for (const page of [own, former?.page]) {
    const live = page && (await liveVersion(db, page.id))
    if (!page || !live) continue
    if (live.slug === slug) return { page, live, movedTo: null }
    // The slug of the draft is not public yet.
    if (former?.page.id === page.id) return { page, live, movedTo: live.slug }
  }
  return undefined
}

/** The table names are spelled out, because Drizzle omits them in queries on a single table. */
const versionWhere = (condition: string) =>
  sql.raw(`from page_versions v where v.page_id = pages.id and ${condition}`)

const live = versionWhere('v.withdrawn_at is null and v.effective_at <= now()')
const scheduled = versionWhere('v.withdrawn_at is null and v.effective_at > now()')
const wasLive = versionWhere('v.effective_at <= coalesce(v.withdrawn_at, now())')

/** The state of a row of `pages`. */
const stateOf = sql<PageState>`case
  when pages.deleted_at is not null then 'deleted'
  when exists (select ${live}) then 'published'
  when exists (select ${scheduled}) then 'scheduled'
  when exists (select ${wasLive}) then 'withdrawn'
  else 'draft' end`

/**
 * The same states as conditions that the database can answer from an index, however many pages
 * there are. They rely on two facts: a page without a first publication was never public and is not
 * scheduled, and a withdrawal applies to all versions.
 */
const conditions: Record<PageState, SQL> = {
  deleted: sql`pages.deleted_at is not null`,
  published: sql`pages.deleted_at is null and exists (select ${live})`,
  scheduled: sql`pages.deleted_at is null and not exists (select ${live}) and pages.id in (
    select page_id from page_versions where withdrawn_at is null and effective_at > now())`,
  withdrawn: sql`pages.deleted_at is null and pages.first_published_at is not null
    and pages.id in (select page_id from page_versions where withdrawn_at is not null)
    and not exists (select ${versionWhere('v.withdrawn_at is null')})`,
  draft: sql`pages.deleted_at is null and pages.first_published_at is null`,
}

/** Without a state, it matches all pages that are not deleted. */
export const isInState = (state: PageState | undefined): SQL =>
  state ? conditions[state] : sql`pages.deleted_at is null`

/** Columns of `PageItem` that are computed. */
export const facts = {
  state: stateOf,
  changed: sql<boolean>`coalesce((
    select (pages.title, pages.slug, pages.summary, pages.body)
      is distinct from (v.title, v.slug, v.summary, v.body)
    ${versionWhere('v.withdrawn_at is null')}
    order by v.effective_at desc, v.number desc limit 1), true)`,
  byPerson: sql<boolean>`exists (
    select ${versionWhere('not v.automatic and v.author_id is not null')})`,
  effectiveAt: sql<Date | null>`coalesce(
    (select max(v.effective_at) ${live}), (select min(v.effective_at) ${scheduled}))`.mapWith(
    pageVersions.effectiveAt,
  ),
  coming: sql<Date | null>`(select min(v.effective_at) ${scheduled})`.mapWith(
    pageVersions.effectiveAt,
  ),
}

export const missing = () => new Failure('not_found', 'There’s no such page.')

/** A page with its state, as the back-office shows it. */
export async function readPage(db: Reader, id: string) {
  const [row] = await db.select({ page: pages, facts }).from(pages).where(eq(pages.id, id))
  if (!row) throw missing()
  const { page } = row
  return { ...page, ...row.facts, path: pathOf(page) }
}

const takenAddress = 'Another page has this address, or had it'

/** @throws Failure `conflict` if another page has or had the slug. */
export async function assertSlugIsFree(
  tx: Transaction,
  { id, kind, slug }: Pick<PageRow, 'id' | 'kind' | 'slug'>,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from ${pages} where kind = ${kind} and slug = ${slug} and deleted_at is null
      and id <> ${id}
    union all
    select from ${pageRedirects} where kind = ${kind} and slug = ${slug} and page_id <> ${id}`)
  if (rows.length === 0) return
  const message = takenAddress
  throw new Failure('conflict', message, { fields: { slug: message } })
}

/** Redirects every slug that was public and is not the current one. */
export async function writeRedirects(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    insert into ${pageRedirects} (kind, slug, page_id)
    select distinct p.kind, v.slug, p.id
    from ${pages} p join ${pageVersions} v on v.page_id = p.id
    where p.id in ${ids} and v.slug <> p.slug
    on conflict do nothing`)
}
