import { inArray, sql } from 'drizzle-orm'
import { pageRedirects, pages } from '#server/database/schema.ts'
import { maxLegal } from '../pages/drafts.server.ts'
import { takenAddress, writeRedirects } from '../pages/page-store.server.ts'
import type { PagePart } from './batches.server.ts'
import { authorOf, type Parts } from './parts.server.ts'
import { addVersions } from './version-rows.server.ts'

/** `written` is the number of versions stored so far. */
export type NewPage = { id: string; written: number }

/** Which addresses of the given pages redirect to another page. */
async function takenAddresses({ tx }: Parts, all: readonly PagePart[]): Promise<Set<string>> {
  const wanted = all.map(({ page }) => sql`(${page.kind}, ${page.slug})`)
  const rows = await tx
    .select({ kind: pageRedirects.kind, slug: pageRedirects.slug })
    .from(pageRedirects)
    .where(sql`(${pageRedirects.kind}, ${pageRedirects.slug}) in (${sql.join(wanted, sql`, `)})`)
  return new Set(rows.map(({ kind, slug }) => `${kind} ${slug}`))
}

/** Adds new pages, still without versions. @returns the pages added, by index. */
export async function addPages(
  parts: Parts,
  all: readonly PagePart[],
): Promise<Map<number, NewPage>> {
  const made = new Map<number, NewPage>()
  if (all.length === 0) return made
  const { tx, isPublishing, found } = parts
  const taken = await takenAddresses(parts, all)
  const sent = all.map(({ page }) => page.id)
  const present = await tx.select({ id: pages.id }).from(pages).where(inArray(pages.id, sent))
  const ids = new Set(present.map(({ id }) => id))
  const counted = await tx
    .select({
      kind: pages.kind,
      count: sql<number>`count(*)::int`,
      last: sql<number>`max(${pages.position})`,
    })
    .from(pages)
    .groupBy(pages.kind)
  const kinds = new Map(counted.map((one) => [one.kind, one]))
  const rows: (typeof pages.$inferInsert)[] = []
  for (const part of all) {
    const { kind, slug, title, summary, body, demo, firstPublishedAt } = part.page
    const path = `pages.${part.index}`
    const { count, last } = kinds.get(kind) ?? { count: 0, last: 0 }
    if (taken.has(`${kind} ${slug}`)) {
      found.block(`${path}.slug`, takenAddress)
      continue
    }
    if (kind === 'legal' && count >= maxLegal) {
      found.block(path, `There are ${maxLegal} legal texts at most.`)
      continue
    }
    const id = ids.has(part.page.id) ? crypto.randomUUID() : part.page.id
    const position = last + 1
    kinds.set(kind, { kind, count: count + 1, last: position })
    rows.push({
      id,
      kind,
      slug,
      title,
      summary,
      body,
      demo,
      position,
      authorId: authorOf(parts, part.page),
      firstPublishedAt: isPublishing ? firstPublishedAt : null,
    })
    made.set(part.index, { id, written: 0 })
    found.change('page', 'added', title)
    if (isPublishing) addFormerSlugs(part, taken)
  }
  if (rows.length > 0) await tx.insert(pages).values(rows)
  return made
}

/** Reserves the addresses that will redirect to this page, so that later pages cannot take them. */
function addFormerSlugs({ page, versions }: PagePart, taken: Set<string>): void {
  const own = versions.map(({ slug }) => slug).filter((slug) => slug !== page.slug)
  for (const slug of [...page.formerSlugs, ...own]) taken.add(`${page.kind} ${slug}`)
}

/** Adds the versions and former addresses of new pages. */
export async function addPartsOfPages(
  parts: Parts,
  own: readonly { part: PagePart; target: NewPage }[],
): Promise<void> {
  const { tx } = parts
  await addVersions(
    tx,
    own.flatMap(({ part, target }) =>
      part.versions.map((version) => {
        target.written += 1
        const authorId = authorOf(parts, part.page)
        return { ...version, authorId, pageId: target.id, number: target.written }
      }),
    ),
  )
  const complete = own.filter(({ part }) => part.isLast)
  const former = complete.flatMap(({ part: { page }, target }) =>
    page.formerSlugs.map((slug) => sql`(${page.kind}, ${slug}, ${target.id}::uuid)`),
  )
  for (let at = 0; at < former.length; at += 10_000) {
    await tx.execute(sql`
      insert into ${pageRedirects} (kind, slug, page_id)
      select f.kind, f.slug, f.page_id
      from (values ${sql.join(former.slice(at, at + 10_000), sql`, `)}) f(kind, slug, page_id)
      where not exists (select from ${pages} p
        where p.kind = f.kind and p.slug = f.slug and p.deleted_at is null)
      on conflict do nothing`)
  }
  await writeRedirects(
    tx,
    complete.map(({ target }) => target.id),
  )
}
