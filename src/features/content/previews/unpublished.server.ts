import type { Output, Transport } from '#contract/endpoint.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database } from '#server/database/open.ts'
import { published } from '../live-pages/contract.ts'
import { requirePublished, shownNote, shownPage } from '../live-pages/published.server.ts'
import { publishedSchemas } from '../live-pages/schemas.ts'
import { readMarkdown } from '../page-text/read-markdown.server.ts'
import type { PageKind } from '../pages/contract.ts'
import { factsOf, fillPictures } from '../pages/new-version.server.ts'
import { liveVersion, type PageRow, pathOf, type VersionRow } from '../pages/page-store.server.ts'
import { variablesOf } from '../resolved-settings/variables.ts'

/** A page whose draft is shown instead of its live version. */
export type PageDraft = { page: PageRow; version: VersionRow; liveSlug: string | undefined }

/** Returns the draft as the version that publishing it now would create. */
export async function readPageDraft(
  db: Database,
  page: PageRow,
  settings: SiteSettings,
): Promise<PageDraft> {
  const live = await liveVersion(db, page.id)
  const { title, slug, summary, body, authorId } = page
  const now = new Date()
  const version: VersionRow = {
    pageId: page.id,
    title,
    slug,
    summary,
    body,
    authorId,
    number: (live?.number ?? 0) + 1,
    changeNote: '',
    automatic: false,
    effectiveAt: now,
    createdAt: now,
    withdrawnAt: null,
    sha256: new Uint8Array(),
    tree: await fillPictures(db, await readMarkdown(body)),
    facts: factsOf(page, variablesOf(settings)),
  }
  return { page, version, liveSlug: live?.slug }
}

async function show(
  db: Database,
  address: { kind: PageKind; slug: string },
  settings: SiteSettings,
  own: PageDraft | undefined,
) {
  if (own && own.page.kind === address.kind) {
    if (address.slug === own.page.slug) {
      return { page: await shownPage(db, own.page, own.version, settings), movedTo: null }
    }
    if (address.slug === own.liveSlug) return { page: null, movedTo: pathOf(own.page) }
  }
  const { page, live, movedTo } = await requirePublished(db, address, settings)
  if (movedTo) return { page: null, movedTo: pathOf({ kind: page.kind, slug: movedTo }) }
  // Publishing the settings would create a new version of a legal text whose values have changed.
  const facts = { ...live.facts, ...factsOf(live, variablesOf(settings)) }
  return { page: await shownPage(db, page, { ...live, facts }, settings), movedTo: null }
}

type Notes = Output<typeof published.notes>

/**
 * Wraps calls so that they respond as if these settings, and the draft of this page, were
 * published.
 */
export function withUnpublished(
  calls: Transport,
  db: Database,
  settings: SiteSettings,
  own: PageDraft | undefined,
): Transport {
  return async (endpoint, input, options) => {
    const address = publishedSchemas.show.input.safeParse(input).data
    if (endpoint.name === published.show.name && address) {
      return publishedSchemas.show.output.parse(await show(db, address, settings, own))
    }
    const isFirstNotes =
      endpoint.name === published.notes.name && !(input as { after?: string }).after
    if (!isFirstNotes || own?.page.kind !== 'note') return calls(endpoint, input, options)
    const list = (await calls(endpoint, input, options)) as Notes
    const note = await shownNote(db, own.page, own.version, settings)
    const [shown] = publishedSchemas.notes.output.parse({ items: [note], next: null }).items
    const isListed = list.items.some(({ slug }) => slug === own.liveSlug)
    const items = list.items.map((item) => (item.slug === own.liveSlug && shown ? shown : item))
    return { ...list, items: isListed || !shown ? items : [shown, ...items] }
  }
}
