import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import { pages, services } from '#server/database/schema.ts'
import type { PageKind } from './contract.ts'
import { addressOf, isInState, pathOf, type Reader } from './page-store.server.ts'

/** Pages with `demo` are public while demo content is shown. */
export type LivePath = { path: string; demo: boolean }

/** Whether there is a note to show at `/notes`. */
async function hasNotes(db: Reader, withDemo: boolean): Promise<boolean> {
  const [found] = await db
    .select({ id: pages.id })
    .from(pages)
    .where(
      and(
        eq(pages.kind, 'note'),
        isInState('published'),
        lte(pages.firstPublishedAt, sql`now()`),
        withDemo ? undefined : eq(pages.demo, false),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** The live pages at these addresses, current or former. */
async function pagesAt(db: Reader, paths: readonly string[]) {
  const addresses = [...new Set(paths)].flatMap((path) => addressOf(path) ?? [])
  if (addresses.length === 0) return []
  const values = addresses.map(({ kind, slug }) => sql`(${kind}, ${slug})`)
  const { rows } = await db.execute<{
    kind: PageKind
    slug: string
    id: string
    demo: boolean
  }>(sql`
    select a.kind, a.slug, p.id, p.demo
    from (values ${sql.join(values, sql`, `)}) a(kind, slug)
    cross join lateral (
      select id, false as former from pages
      where kind = a.kind and slug = a.slug and deleted_at is null
      union all
      select page_id, true from page_redirects where kind = a.kind and slug = a.slug
    ) found
    join pages p on p.id = found.id and p.deleted_at is null
    cross join lateral (
      select v.slug from page_versions v
      where v.page_id = p.id and v.withdrawn_at is null and v.effective_at <= now()
      order by v.effective_at desc, v.number desc limit 1
    ) live
    where found.former or live.slug = a.slug`)
  return rows
}

/** Which of these paths lead to a page of the site. */
export async function livePaths(db: Reader, paths: readonly string[]): Promise<LivePath[]> {
  const slugs = paths.flatMap((path) => /^\/services\/([^/]+)$/.exec(path)?.[1] ?? [])
  const offered =
    slugs.length === 0
      ? []
      : await db
          .select({ slug: services.slug })
          .from(services)
          .where(and(eq(services.active, true), inArray(services.slug, slugs)))
  const live = ['/', '/consultation', ...offered.map(({ slug }) => `/services/${slug}`)].map(
    (path) => ({ path, demo: false }),
  )
  for (const { kind, slug, demo } of await pagesAt(db, paths)) {
    live.push({ path: pathOf({ kind, slug }), demo: demo && kind !== 'legal' })
  }
  if (paths.includes('/notes') && (await hasNotes(db, true))) {
    live.push({ path: '/notes', demo: !(await hasNotes(db, false)) })
  }
  return live.filter(({ path }) => paths.includes(path))
}

/** Targets in the footer and the announcement that are on this site. */
export function ownTargets({ footer, announcement }: SiteSettings): string[] {
  const targets = [
    ...footer.columns.flatMap(({ links }) => links.map(({ target }) => target)),
    ...footer.social.map(({ target }) => target),
    announcement.target,
  ]
  return targets.filter((target) => target?.startsWith('/') === true) as string[]
}

/** Whether the footer or the announcement links to the page, by its current or a former address. */
export async function isNamed(
  db: Reader,
  { id }: { id: string },
  settings: SiteSettings,
): Promise<boolean> {
  return (await pagesAt(db, ownTargets(settings))).some((page) => page.id === id)
}
