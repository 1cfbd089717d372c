import { and, eq, gt, sql } from 'drizzle-orm'
import { methodAndPath, type Transport } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import type { LiveContent } from '#server/content/live-content.ts'
import { type LiveSettings, readPictures } from '#server/content/live-settings.ts'
import { readSettings } from '#server/content/settings-document.ts'
import type { Database } from '#server/database/open.ts'
import { pages, previews, siteDrafts, siteVersions } from '#server/database/schema.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Dependencies } from '#server/service/context.ts'
import { openLivePages } from '../live-pages/live-pages.server.ts'
import { pathOf } from '../pages/page-store.server.ts'
import { effectiveSettings } from '../resolved-settings/effective-settings.ts'
import { requireLive, withDrafts } from '../site-settings/document.server.ts'
import { type PageDraft, readPageDraft, withUnpublished } from './unpublished.server.ts'

type Parts = Pick<Dependencies, 'db' | 'config'>

/** The settings with all drafts, or of an old version; undefined if that cannot be read. */
async function documentOf(db: Database, live: LiveSettings, version: number | null) {
  if (version === null) return withDrafts(live.document, await db.select().from(siteDrafts))
  const [row] = await db.select().from(siteVersions).where(eq(siteVersions.number, version))
  return row && readSettings(row.document, row.schemaVersion)
}

/** In the form that services read. */
async function previewContent(
  { db, config }: Parts,
  version: number | null,
): Promise<LiveContent | undefined> {
  const live = await requireLive(db)
  const document = await documentOf(db, live, version)
  if (!document) return undefined
  const settings = { ...live, document, pictures: await readPictures(db, document) }
  const resolved = effectiveSettings(config)(document)
  return {
    settings: () => settings,
    resolved: () => resolved,
    resolvedIn: async () => resolved,
    version: () => live.number,
    refresh: async () => {},
    onChange: () => {},
  }
}

const refusing =
  (calls: Transport): Transport =>
  async (endpoint, input, options) => {
    if (methodAndPath(endpoint).method === 'GET') return calls(endpoint, input, options)
    throw new Failure('forbidden', 'Preview: nothing is sent.')
  }

export type OpenPreview = {
  content: LiveContent
  /** Whether a target of the footer or the announcement leads to a public page. */
  isLive(path: string): boolean
  expiresAt: Date
  /** The published version that it shows; null for the drafts. */
  version: number | null
  /** Calls that show drafts and change nothing. */
  narrow(calls: Transport): Transport
}

/**
 * Undefined for a token that is unknown, revoked or expired, and when its page is deleted or its
 * version cannot be read.
 */
export async function openPreview(parts: Parts, token: string): Promise<OpenPreview | undefined> {
  const { db } = parts
  const hash = hashOfToken(token)
  if (!hash) return undefined
  const [found] = await db
    .select({ preview: previews, page: pages })
    .from(previews)
    .leftJoin(pages, eq(pages.id, previews.pageId))
    .where(and(eq(previews.tokenHash, hash), gt(previews.expiresAt, sql`now()`)))
  if (!found || found.page?.deletedAt) return undefined
  const content = await previewContent(parts, found.preview.version)
  if (!content) return undefined
  const settings = content.resolved()
  const own: PageDraft | undefined = found.page
    ? await readPageDraft(db, found.page, settings)
    : undefined
  const live = openLivePages(db)
  await live.read(settings)
  const ownPaths = own ? [pathOf(own.page), ...(own.page.kind === 'note' ? ['/notes'] : [])] : []
  return {
    content,
    isLive: (path) => ownPaths.includes(path) || live.isLive(path),
    expiresAt: found.preview.expiresAt,
    version: found.preview.version,
    narrow: (calls) => withUnpublished(refusing(calls), db, settings, own),
  }
}
