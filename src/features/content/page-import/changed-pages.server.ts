import { and, inArray, max, sql } from 'drizzle-orm'
import { pageRedirects, pages, pageVersions } from '#server/database/schema.ts'
import { factsOf } from '../pages/new-version.server.ts'
import {
  clockNow,
  inEffect,
  newestFirst,
  type PageRow,
  toCome,
  writeRedirects,
} from '../pages/page-store.server.ts'
import type { PageHead, PageVersion } from '../transfer-file/format.ts'
import type { ImportedVersion } from './batches.server.ts'
import { authorOf, type Parts } from './parts.server.ts'
import { addVersions } from './version-rows.server.ts'

/** An existing page, with the versions from the file that are live or scheduled. */
export type ChangedPage = {
  row: PageRow
  page: PageHead
  live?: ImportedVersion
  coming: ImportedVersion[]
}

/** Collects the versions that may be published, in their order. */
export function collectVersions(target: ChangedPage, versions: readonly ImportedVersion[]): void {
  const now = new Date()
  for (const version of versions) {
    if (version.withdrawnAt) continue
    if (version.effectiveAt > now) target.coming.push(version)
    else if (!target.live || target.live.effectiveAt <= version.effectiveAt) target.live = version
  }
}

const textOf = ({ title, summary, body }: { title: string; summary: string; body: string }) =>
  JSON.stringify([title, summary, body])

type Planned = Pick<PageVersion, 'title' | 'summary' | 'body' | 'effectiveAt'>

const planOf = (all: readonly Planned[]) =>
  JSON.stringify(all.map((one) => [textOf(one), one.effectiveAt]))

/** Reads the live and scheduled versions of these pages. */
async function readPublished({ tx }: Parts, ids: readonly string[]) {
  const { pageId, title, summary, body, effectiveAt } = pageVersions
  const columns = { pageId, title, summary, body, effectiveAt }
  const ofThese = inArray(pageId, [...ids])
  const live = await tx
    .selectDistinctOn([pageId], columns)
    .from(pageVersions)
    .where(and(ofThese, inEffect))
    .orderBy(pageId, ...newestFirst)
  const planned = await tx
    .select(columns)
    .from(pageVersions)
    .where(and(ofThese, toCome))
    .orderBy(pageVersions.number)
  const numbers = await tx
    .select({ pageId, last: max(pageVersions.number) })
    .from(pageVersions)
    .where(ofThese)
    .groupBy(pageId)
  return {
    live: new Map(live.map((one) => [one.pageId, one])),
    planned: Map.groupBy(planned, (one) => one.pageId),
    numbers: new Map(numbers.map((one) => [one.pageId, one.last ?? 0])),
  }
}

type Published = { firstPublishedAt: Date | null }

/** Publishes whatever differs. @returns the pages that have a new version, by id. */
async function publishOver(parts: Parts, all: readonly ChangedPage[]) {
  const { tx, values } = parts
  const published = new Map<string, Published>()
  if (all.length === 0) return published
  const present = await readPublished(
    parts,
    all.map(({ row }) => row.id),
  )
  const moments = await tx.execute<{ ms: number }>(
    sql`select (extract(epoch from ${clockNow}) * 1000)::float8 as ms`,
  )
  const moment = new Date(moments.rows[0]?.ms ?? Date.now())
  const versions: Parameters<typeof addVersions>[1][number][] = []
  const [renewed, planned]: [string[], string[]] = [[], []]
  for (const { row, page, live, coming } of all) {
    const { id, slug } = row
    let number = present.numbers.get(id) ?? 0
    const add = ({ title, summary, body, changeNote, tree }: ImportedVersion, at: Date) => {
      number += 1
      versions.push({
        pageId: id,
        number,
        title,
        slug,
        summary,
        body,
        changeNote,
        tree,
        effectiveAt: at,
        authorId: authorOf(parts, page),
        facts: factsOf({ title, summary, body }, values),
      })
    }
    const before = present.live.get(id)
    const isNew = live !== undefined && (!before || textOf(before) !== textOf(live))
    const isPlanned = coming.length > 0 && planOf(coming) !== planOf(present.planned.get(id) ?? [])
    if (!isNew && !isPlanned) continue
    let { firstPublishedAt } = row
    if (isNew) {
      add(live, moment)
      renewed.push(id)
      if (!firstPublishedAt || firstPublishedAt > moment) firstPublishedAt = moment
    }
    if (isPlanned) {
      planned.push(id)
      for (const version of coming) add(version, version.effectiveAt)
      firstPublishedAt ??= coming[0]?.effectiveAt ?? null
    }
    published.set(id, { firstPublishedAt })
  }
  if (planned.length > 0) {
    await tx
      .update(pageVersions)
      .set({ withdrawnAt: clockNow })
      .where(and(inArray(pageVersions.pageId, planned), toCome))
  }
  await addVersions(tx, versions)
  if (renewed.length === 0) return published
  await tx.delete(pageRedirects).where(
    and(
      inArray(pageRedirects.pageId, renewed),
      sql`exists (select from ${pages} p
          where p.id = ${pageRedirects.pageId} and p.slug = ${pageRedirects.slug})`,
    ),
  )
  await writeRedirects(tx, renewed)
  return published
}

/** Updates drafts, and publishes whatever differs from what visitors see. */
export async function changePages(parts: Parts, all: readonly ChangedPage[]): Promise<void> {
  const { tx, isPublishing, found } = parts
  const published = isPublishing ? await publishOver(parts, all) : new Map<string, Published>()
  const rows = all.flatMap(({ row, page }) => {
    const { title, summary, body } = page
    const next = { title, summary, body, demo: row.demo && page.demo }
    const names = Object.keys(next) as (keyof typeof next)[]
    const fields: string[] = names.filter((name) => next[name] !== row[name])
    const { firstPublishedAt } = published.get(row.id) ?? row
    if (published.has(row.id)) fields.push('published')
    if (fields.length === 0) return []
    found.change('page', 'changed', title, fields)
    const values = [sql`${row.id}::uuid`, ...[title, summary, body].map((text) => sql`${text}`)]
    const first = firstPublishedAt?.toISOString() ?? null
    return sql`(${sql.join([...values, sql`${next.demo}::boolean`, sql`${first}::timestamptz`], sql`, `)})`
  })
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${pages} p
    set title = n.title, summary = n.summary, body = n.body, demo = n.demo,
      first_published_at = n.first_published_at, revision = p.revision + 1,
      updated_at = ${clockNow}
    from (values ${sql.join(rows, sql`, `)})
      n(id, title, summary, body, demo, first_published_at)
    where p.id = n.id`)
}
