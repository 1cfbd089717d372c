import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database } from '#server/database/open.ts'
import { pages, pageVersions, services, users } from '#server/database/schema.ts'
import { legalTexts } from '../page-seed/legal-texts.ts'
import { readingMinutes, resolveText, resolveTree, type TextTree } from '../page-text/text-tree.ts'
import type { PageKind } from '../pages/contract.ts'
import {
  findPublished,
  liveVersionSubquery,
  newestFirst,
  type PageRow,
  pathOf,
  type Reader,
  toCome,
  type VersionRow,
} from '../pages/page-store.server.ts'
import { variablesOf } from '../resolved-settings/variables.ts'

type Settings = SiteSettings

const missing = () => new Failure('not_found', 'There’s no such page.')

/** A day such as `2026-11-23` in the firm's time zone. */
const dayOf = (moment: Date, { hours }: Pick<Settings, 'hours'>) =>
  moment.toLocaleDateString('sv-SE', { timeZone: hours.timeZone })

/** The texts of a version with variables replaced. Legal texts use the values of their own day. */
function textsOf(kind: PageKind, version: VersionRow, settings: Settings) {
  const values = kind === 'legal' ? version.facts : variablesOf(settings)
  return {
    title: resolveText(version.title, values),
    summary: resolveText(version.summary, values),
    tree: [...resolveTree(version.tree as TextTree, values)],
  }
}

function noteOf(page: PageRow, version: VersionRow, author: string | null, settings: Settings) {
  const texts = textsOf(page.kind, version, settings)
  return {
    ...texts,
    slug: version.slug,
    publishedAt: page.firstPublishedAt ?? version.effectiveAt,
    changedAt: version.effectiveAt,
    author: author ?? settings.firm.name,
    minutes: readingMinutes(texts.tree),
    demo: page.demo && settings.demo.showDemoContent,
  }
}

/**
 * Description and keywords for search results. Only a default legal text has them, and only until
 * its summary is changed.
 */
function searchWords({ kind }: PageRow, { slug, summary }: VersionRow, settings: Settings) {
  const first = kind === 'legal' && legalTexts(true).find((text) => text.slug === slug)
  if (!first || first.summary !== summary) return { description: '', keywords: '' }
  const { description, keywords } = first
  return { description: resolveText(description, variablesOf(settings)), keywords }
}

const ofLegal = and(eq(pages.kind, 'legal'), isNull(pages.deletedAt))

const withoutDemo = ({ demo }: Settings) =>
  demo.showDemoContent ? undefined : eq(pages.demo, false)

async function publishedLegal(db: Reader) {
  const live = liveVersionSubquery(db)
  return db
    .select({ slug: live.slug, title: live.title })
    .from(pages)
    .innerJoinLateral(live, sql`true`)
    .where(ofLegal)
    .orderBy(asc(pages.position), asc(pages.id))
}

export async function requirePublished(
  db: Reader,
  address: { kind: PageKind; slug: string },
  settings: Settings,
) {
  const found = await findPublished(db, address)
  const isHidden = found?.page.demo && address.kind !== 'legal' && !settings.demo.showDemoContent
  if (!found || isHidden) throw missing()
  return found
}

/** Versions of a legal text that were, are or will be in effect, newest first. */
async function readableVersions(db: Reader, pageId: string) {
  return db
    .select()
    .from(pageVersions)
    .where(
      and(
        eq(pageVersions.pageId, pageId),
        or(
          isNull(pageVersions.withdrawnAt),
          gt(pageVersions.withdrawnAt, pageVersions.effectiveAt),
        ),
      ),
    )
    .orderBy(...newestFirst)
}

export async function showPublished(
  db: Database,
  address: { kind: PageKind; slug: string },
  settings: Settings,
) {
  const { page, live, movedTo } = await requirePublished(db, address, settings)
  if (movedTo) return { page: null, movedTo: pathOf({ kind: page.kind, slug: movedTo }) }
  return { movedTo: null, page: await shownPage(db, page, live, settings) }
}

async function authorOf(db: Database, { authorId }: PageRow): Promise<string | null> {
  if (!authorId) return null
  const [author] = await db
    .select({ name: users.displayName })
    .from(users)
    .where(eq(users.id, authorId))
  return author?.name ?? null
}

/** The entry of a note in the list, according to this version. */
export async function shownNote(
  db: Database,
  page: PageRow,
  version: VersionRow,
  settings: Settings,
) {
  const { tree: _, ...note } = noteOf(page, version, await authorOf(db, page), settings)
  return note
}

/** A page according to this version. */
export async function shownPage(
  db: Database,
  page: PageRow,
  version: VersionRow,
  settings: Settings,
) {
  const { kind, id } = page
  const versions = kind === 'legal' ? await readableVersions(db, id) : []
  const coming = versions.findLast(({ effectiveAt }) => effectiveAt > new Date())
  return {
    ...noteOf(page, version, await authorOf(db, page), settings),
    id,
    kind,
    number: version.number,
    ...searchWords(page, version, settings),
    changedOn: dayOf(version.effectiveAt, settings),
    earlier: versions.some(({ number }) => number < version.number),
    coming: coming
      ? {
          number: coming.number,
          on: dayOf(coming.effectiveAt, settings),
          changeNote: coming.changeNote,
        }
      : null,
    others: kind === 'legal' ? await publishedLegal(db) : [],
  }
}

function versionOf(version: VersionRow, live: VersionRow, settings: Settings) {
  const { number, changeNote, effectiveAt } = version
  const past = effectiveAt <= new Date() ? 'past' : 'coming'
  return {
    number,
    changeNote,
    on: dayOf(effectiveAt, settings),
    state: number === live.number ? ('live' as const) : (past as 'past' | 'coming'),
  }
}

export async function publishedVersions(db: Database, slug: string, settings: Settings) {
  const { page, live } = await requirePublished(db, { kind: 'legal', slug }, settings)
  const versions = await readableVersions(db, page.id)
  const { title } = textsOf('legal', live, settings)
  return { title, items: versions.map((version) => versionOf(version, live, settings)) }
}

export async function publishedVersion(
  db: Database,
  { slug, number }: { slug: string; number: number },
  settings: Settings,
) {
  const { page, live } = await requirePublished(db, { kind: 'legal', slug }, settings)
  const versions = await readableVersions(db, page.id)
  const version = versions.find((one) => one.number === number)
  if (!version) throw missing()
  return { ...versionOf(version, live, settings), ...textsOf('legal', version, settings) }
}

const notesOfPage = 20

/** Newest first. The index `pages_newest` leaves out pages that were never published. */
async function readNotes(
  db: Database,
  after: string | undefined,
  settings: Settings,
  limit: number,
) {
  const live = liveVersionSubquery(db)
  const [, ms = '', id = ''] = /^(\d+)\.(.+)$/.exec(after ?? '') ?? []
  const older = after
    ? sql`(${pages.firstPublishedAt}, ${pages.id}) < (${new Date(Number(ms)).toISOString()}::timestamptz, ${id}::uuid)`
    : undefined
  return db
    .select({
      page: getTableColumns(pages),
      author: users.displayName,
      version: {
        slug: live.slug,
        title: live.title,
        summary: live.summary,
        tree: live.tree,
        effectiveAt: live.effectiveAt,
        facts: live.facts,
        number: live.number,
      },
    })
    .from(pages)
    .innerJoinLateral(live, sql`true`)
    .leftJoin(users, eq(users.id, pages.authorId))
    .where(
      and(
        eq(pages.kind, 'note'),
        isNull(pages.deletedAt),
        isNotNull(pages.firstPublishedAt),
        lte(pages.firstPublishedAt, sql`now()`),
        older,
        withoutDemo(settings),
      ),
    )
    .orderBy(sql`${pages.firstPublishedAt} desc nulls last, ${pages.id} desc nulls last`)
    .limit(limit)
}

export async function listNotes(db: Database, after: string | undefined, settings: Settings) {
  const rows = await readNotes(db, after, settings, notesOfPage + 1)
  const shown = rows.slice(0, notesOfPage)
  const last = shown.at(-1)?.page
  const next =
    rows.length > notesOfPage && last?.firstPublishedAt
      ? `${last.firstPublishedAt.getTime()}.${last.id}`
      : null
  const items = shown.map(({ page, version, author }) => {
    const { tree: _, ...note } = noteOf(page, version as VersionRow, author, settings)
    return note
  })
  return { items, next }
}

export async function newestNotes(db: Database, settings: Settings) {
  const rows = await readNotes(db, undefined, settings, notesOfPage)
  return rows.map(({ page, version, author }) => ({
    ...noteOf(page, version as VersionRow, author, settings),
    id: page.id,
  }))
}

/** Services and pages of every kind, in the order of the sitemap. */
export async function publishedAddresses(db: Database, settings: Settings) {
  const offered = await db
    .select({ slug: services.slug, changedAt: services.updatedAt })
    .from(services)
    .where(eq(services.active, true))
    .orderBy(asc(services.position), asc(services.id))
  const live = liveVersionSubquery(db)
  const rows = await db
    .select({ kind: pages.kind, slug: live.slug, changedAt: live.effectiveAt })
    .from(pages)
    .innerJoinLateral(live, sql`true`)
    .where(
      and(
        isNull(pages.deletedAt),
        settings.demo.showDemoContent
          ? undefined
          : or(eq(pages.kind, 'legal'), eq(pages.demo, false)),
      ),
    )
    .orderBy(asc(pages.kind), asc(pages.position), desc(pages.firstPublishedAt), asc(pages.id))
  return [
    ...offered.map(({ slug, changedAt }) => ({ path: `/services/${slug}`, changedAt })),
    ...rows.map(({ changedAt, ...address }) => ({ path: pathOf(address), changedAt })),
  ]
}

/** When the next scheduled change takes effect; null if nothing is scheduled. */
export async function nextEffectiveAt(db: Reader): Promise<Date | null> {
  const [next] = await db
    .select({
      at: sql<Date | null>`min(${pageVersions.effectiveAt})`.mapWith(pageVersions.effectiveAt),
    })
    .from(pageVersions)
    .where(toCome)
  return next?.at ?? null
}
