import { and, isNull, sql } from 'drizzle-orm'
import { pages } from '#server/database/schema.ts'
import type { PageRow } from '../pages/page-store.server.ts'
import type { PagePart } from './batches.server.ts'
import { type ChangedPage, changePages, collectVersions } from './changed-pages.server.ts'
import { addPages, addPartsOfPages, type NewPage } from './new-pages.server.ts'
import type { Parts } from './parts.server.ts'

/** What happens to a page of the file. The reason for a refusal is in `found`. */
type Target = NewPage | ChangedPage | 'refused'

const addressOf = ({ kind, slug }: { kind: string; slug: string }) => `${kind} ${slug}`

/** Finds existing pages at the addresses of the given ones. */
async function findSame({ tx }: Parts, firsts: readonly PagePart[]) {
  if (firsts.length === 0) return new Map<string, PageRow>()
  const addresses = firsts.map(({ page }) => sql`(${page.kind}, ${page.slug})`)
  const rows = await tx
    .select()
    .from(pages)
    .where(
      and(
        sql`(${pages.kind}, ${pages.slug}) in (${sql.join(addresses, sql`, `)})`,
        isNull(pages.deletedAt),
      ),
    )
    .orderBy(pages.id)
    .for('no key update')
  return new Map(rows.map((row) => [addressOf(row), row]))
}

/**
 * Imports pages in batches with set-based statements, because each separate statement keeps other
 * transactions waiting longer. Pages are matched by kind and slug.
 */
export async function importPages(
  parts: Parts,
  batches: AsyncIterable<readonly PagePart[]>,
): Promise<void> {
  /** The page whose versions continue in the next batch. */
  let begun: Target | undefined
  for await (const batch of batches) {
    if (parts.found.hasEnough) return
    const firsts = batch.filter(({ isFirst }) => isFirst)
    const same = await findSame(parts, firsts)
    const isNew = ({ page }: PagePart) => !same.has(addressOf(page))
    const made = await addPages(parts, firsts.filter(isNew))
    const targets = batch.map((part): Target => {
      if (!part.isFirst) return begun ?? 'refused'
      const row = same.get(addressOf(part.page))
      return row ? { row, page: part.page, coming: [] } : (made.get(part.index) ?? 'refused')
    })
    const added: { part: PagePart; target: NewPage }[] = []
    const complete: ChangedPage[] = []
    for (const [at, part] of batch.entries()) {
      const target = targets[at] ?? 'refused'
      if (target === 'refused') continue
      if ('id' in target) {
        added.push({ part, target })
        continue
      }
      collectVersions(target, part.versions)
      if (part.isLast) complete.push(target)
    }
    if (parts.isPublishing) await addPartsOfPages(parts, added)
    await changePages(parts, complete)
    begun = targets.at(-1)
    parts.afterBatch()
  }
}
