import { and, eq, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { raiseContentVersion } from '#server/content/content-version.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import type { Transaction } from '#server/database/open.ts'
import { pageRedirects, pages, pageVersions } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { readMarkdown } from '../page-text/read-markdown.server.ts'
import { effectiveSettings } from '../resolved-settings/effective-settings.ts'
import { variablesOf } from '../resolved-settings/variables.ts'
import { requireRevision } from './drafts.server.ts'
import { isNamed } from './live-paths.server.ts'
import { addVersion, factsOf, fillPictures, recordVersion } from './new-version.server.ts'
import { clockNow, type PageRow, readPage, toCome, writeRedirects } from './page-store.server.ts'

const yearMs = 366 * 24 * 3_600_000

/** When the version takes effect; undefined means now. */
function momentOf(effectiveAt: Date | null | undefined): Date | undefined {
  if (!effectiveAt || effectiveAt.getTime() <= Date.now()) return undefined
  if (effectiveAt.getTime() - Date.now() > yearMs) {
    throw fieldFailure('effectiveAt', 'Choose a day within a year')
  }
  return effectiveAt
}

type Publish = {
  id: string
  revision: number
  changeNote: string
  effectiveAt?: Date | null | undefined
}

/** @returns the new version of the page and the number of the public content version. */
export async function publishPage(context: SignedInContext, input: Publish) {
  const { db, user, config } = context
  const { id, changeNote } = input
  const effectiveAt = momentOf(input.effectiveAt)
  const draft = await readPage(db, id)
  if (draft.body.trim() === '') throw fieldFailure('body', 'Write the text first')
  if (draft.kind === 'legal' && changeNote === '')
    throw fieldFailure('changeNote', 'Say what changed')
  // Parsing happens before the transaction. The revision then ensures that the text is still the
  // same.
  const parsed = await readMarkdown(draft.body)
  return db.transaction(async (tx) => {
    const page = await requireRevision(tx, context, input, false)
    const settings = await readLiveSettings(tx)
    if (!settings) throw new Failure('unavailable', 'The settings of the site can’t be read.')
    const { title, slug, summary, body } = page
    await tx
      .update(pageVersions)
      .set({ withdrawnAt: clockNow })
      .where(and(eq(pageVersions.pageId, id), toCome))
    const version = await addVersion(tx, page, {
      title,
      slug,
      summary,
      body,
      changeNote,
      effectiveAt,
      authorId: user.id,
      tree: await fillPictures(tx, parsed),
      facts: factsOf(page, variablesOf(effectiveSettings(config)(settings.document))),
    })
    await recordVersion(tx, context, page, version)
    await tx
      .delete(pageRedirects)
      .where(and(eq(pageRedirects.pageId, id), eq(pageRedirects.slug, slug)))
    await writeRedirects(tx, [id])
    const isFirst = !page.firstPublishedAt || page.firstPublishedAt > new Date()
    await tx
      .update(pages)
      .set({
        revision: page.revision + 1,
        updatedAt: new Date(),
        ...(isFirst && { firstPublishedAt: version.effectiveAt }),
        // A person has read the text, so it is no longer demo content.
        ...(page.kind === 'legal' && { demo: false }),
      })
      .where(eq(pages.id, id))
    return { version, content: await raiseContentVersion(tx) }
  })
}

async function refuseNamed(tx: Transaction, page: PageRow): Promise<void> {
  const settings = await readLiveSettings(tx)
  if (settings && (await isNamed(tx, page, settings.document))) {
    throw new Failure('conflict', 'The footer links to this page.')
  }
}

/** @returns the number of the public content version. */
export function withdrawPage(
  context: SignedInContext,
  based: { id: string; revision: number },
): Promise<number> {
  const { db, user } = context
  return db.transaction(async (tx) => {
    const page = await requireRevision(tx, context, based)
    await refuseNamed(tx, page)
    const withdrawn = await tx
      .update(pageVersions)
      .set({ withdrawnAt: clockNow })
      .where(and(eq(pageVersions.pageId, page.id), isNull(pageVersions.withdrawnAt)))
      .returning({ number: pageVersions.number })
    if (withdrawn.length === 0) throw new Failure('conflict', 'This page isn’t published.')
    await tx
      .update(pages)
      .set({
        revision: page.revision + 1,
        updatedAt: new Date(),
        // If the first publication was still in the future, the page was never public.
        firstPublishedAt: sql`case when first_published_at <= now() then first_published_at end`,
      })
      .where(eq(pages.id, page.id))
    await record(tx, user, { action: 'page.withdrawn', subject: 'page', subjectId: page.id })
    return raiseContentVersion(tx)
  })
}

/** @returns the number of the public content version. */
export function removePage(
  context: SignedInContext,
  based: { id: string; revision: number },
): Promise<number> {
  const { db, user } = context
  return db.transaction(async (tx) => {
    const page = await requireRevision(tx, context, based, false)
    if (page.kind === 'legal') {
      throw new Failure('conflict', 'A legal text can’t be deleted.')
    }
    await refuseNamed(tx, page)
    await tx
      .update(pages)
      .set({ revision: page.revision + 1, deletedAt: new Date() })
      .where(eq(pages.id, page.id))
    await record(tx, user, { action: 'page.deleted', subject: 'page', subjectId: page.id })
    return raiseContentVersion(tx)
  })
}
