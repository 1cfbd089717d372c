import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import { pages, services } from '#server/database/schema.ts'
import type { SocialCard } from '#server/pictures/picture.ts'
import { resolveText } from '../page-text/text-tree.ts'
import { liveVersionSubquery, pathOf, type Reader } from '../pages/page-store.server.ts'
import { variablesOf } from '../resolved-settings/variables.ts'

export type IllustratedPage = SocialCard & { path: string }

async function offered(db: Reader): Promise<IllustratedPage[]> {
  const rows = await db
    .select({ slug: services.slug, title: services.title, line: services.description })
    .from(services)
    .where(eq(services.active, true))
    .orderBy(asc(services.position), asc(services.id))
  return rows.map(({ slug, ...card }) => ({ path: `/services/${slug}`, ...card }))
}

/** Pages followed by notes, newest first. */
async function written(db: Reader, settings: SiteSettings): Promise<IllustratedPage[]> {
  const live = liveVersionSubquery(db)
  const rows = await db
    .select({ kind: pages.kind, slug: live.slug, title: live.title, line: live.summary })
    .from(pages)
    .innerJoinLateral(live, sql`true`)
    .where(
      and(
        inArray(pages.kind, ['page', 'note']),
        isNull(pages.deletedAt),
        settings.demo.showDemoContent ? undefined : eq(pages.demo, false),
      ),
    )
    .orderBy(desc(pages.kind), desc(pages.firstPublishedAt), asc(pages.id))
  const values = variablesOf(settings)
  return rows.map(({ kind, slug, title, line }) => ({
    path: pathOf({ kind, slug }),
    title: resolveText(title, values),
    line: resolveText(line, values),
  }))
}

/**
 * Public pages with a social image of their own, the home page first.
 *
 * @param settings with variables resolved.
 */
export async function illustratedPages(
  db: Reader,
  settings: SiteSettings,
): Promise<IllustratedPage[]> {
  const { tagline, description } = settings.firm
  const home = { path: '/', title: tagline, line: description }
  return [home, ...(await offered(db)), ...(await written(db, settings))]
}

/** Path whose image is used for a page: its own, or that of the home page if it has none. */
export const illustratedBy = (path: string) =>
  /^\/(services|pages|notes)\/[^/]+$/.test(path) ? path : '/'
