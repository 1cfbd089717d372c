import { and, eq, inArray, isNotNull, ne, notInArray, or } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import {
  caseStudies,
  media,
  pages,
  pageVersions,
  services,
  siteDrafts,
} from '#server/database/schema.ts'
import { isUntouched } from '../page-seed/seed.server.ts'
import type { ImportedContent } from '../transfer-file/read-content.server.ts'
import type { Findings } from './findings.ts'
import type { PreparedTexts } from './prepare-content.server.ts'

/** Whether nobody has changed anything since the first start. */
async function isEmpty(tx: Transaction): Promise<boolean> {
  const touched = [
    await tx.$count(pages, or(ne(pages.revision, 1), isNotNull(pages.authorId))),
    await tx.$count(pageVersions, isNotNull(pageVersions.authorId)),
    await tx.$count(siteDrafts, isNotNull(siteDrafts.value)),
    await tx.$count(media),
  ]
  return touched.every((count) => count === 0) && (await isUntouched(tx))
}

/** Whether the file was written by another installation. */
async function isForeign(
  tx: Transaction,
  content: ImportedContent,
  { ids }: PreparedTexts,
): Promise<boolean> {
  const studies = (content.caseStudies ?? []).map(({ id }) => id)
  const known = [
    studies.length > 0 ? await tx.$count(caseStudies, inArray(caseStudies.id, studies)) : 0,
    ids.length > 0 ? await tx.$count(pages, inArray(pages.id, ids)) : 0,
  ]
  return known.every((count) => count === 0)
}

/** Legal texts are normally never deleted, but demo ones have never bound anybody. */
async function removeLegal(tx: Transaction, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return
  const removed = await tx
    .update(pages)
    .set({ kind: 'page', deletedAt: new Date() })
    .where(and(eq(pages.kind, 'legal'), inArray(pages.slug, [...slugs])))
    .returning({ id: pages.id })
  const ids = removed.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(pages).where(inArray(pages.id, ids))
}

/**
 * In an installation that nobody has changed, removes the demo content to make room for the content
 * of another installation.
 */
export async function makeWay(
  tx: Transaction,
  content: ImportedContent,
  texts: PreparedTexts,
  found: Findings,
): Promise<void> {
  if (!(await isEmpty(tx)) || !(await isForeign(tx, content, texts))) return
  if (content.services) {
    const slugs = content.services.map(({ slug }) => slug)
    const removed = await tx
      .delete(services)
      .where(slugs.length > 0 ? notInArray(services.slug, slugs) : undefined)
      .returning({ name: services.title })
    for (const { name } of removed) found.change('service', 'removed', name)
  }
  if (content.caseStudies) {
    const removed = await tx.delete(caseStudies).returning({ name: caseStudies.title })
    for (const { name } of removed) found.change('case_study', 'removed', name)
  }
  if (content.pages) {
    const removed = await tx
      .delete(pages)
      .where(ne(pages.kind, 'legal'))
      .returning({ name: pages.title })
    for (const { name } of removed) found.change('page', 'removed', name)
    await removeLegal(tx, texts.legalSlugs)
  }
}
