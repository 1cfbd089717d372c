import { and, eq, gt, sql } from 'drizzle-orm'
import { methodAndPath, type Transport } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import type { LiveContent } from '#server/content/live-content.ts'
import { readPictures } from '#server/content/live-settings.ts'
import { pages, previews, siteDrafts } from '#server/database/schema.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Dependencies } from '#server/service/context.ts'
import { pathOf } from '../pages/page-store.server.ts'
import { openLivePages } from '../published/live-pages.server.ts'
import { requireLive, withDrafts } from '../site-settings/document.server.ts'
import { inForce } from '../site-settings/in-force.ts'
import { type PageDraft, readPageDraft, withUnpublished } from './unpublished.server.ts'

type Parts = Pick<Dependencies, 'db' | 'config'>

/** The settings with all drafts applied, in the form that services read. */
async function draftContent({ db, config }: Parts): Promise<LiveContent> {
  const live = await requireLive(db)
  const document = withDrafts(live.document, await db.select().from(siteDrafts))
  const settings = { ...live, document, pictures: await readPictures(db, document) }
  const resolved = inForce(config)(document)
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
  /** Restricts calls to reading, and makes them return drafts. */
  narrow(calls: Transport): Transport
}

/** Undefined for a token that is unknown, revoked or expired, and if its page is deleted. */
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
  const content = await draftContent(parts)
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
    narrow: (calls) => withUnpublished(refusing(calls), db, settings, own),
  }
}
