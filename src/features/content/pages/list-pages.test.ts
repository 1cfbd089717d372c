import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '#server/database/open.ts'
import { pages } from '#server/database/schema.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { type PageState, pageStates } from './contract.ts'
import { findPages, listPages } from './list-pages.server.ts'

const notes = 5_000

/**
 * Bodies have 1.6 KB, the size of a row without its out-of-line storage. One page in 100 is in
 * another state.
 */
async function fill(db: Transaction, usual: PageState): Promise<void> {
  await db.execute(sql`truncate pages cascade`)
  await db.execute(sql`
    create temporary table given as
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id, n,
      case n % 500 when 1 then 'draft' when 2 then 'scheduled' when 3 then 'withdrawn'
        when 4 then 'deleted' when 5 then 'published' else ${usual} end as state
    from generate_series(1, ${notes}) n`)
  await db.execute(sql`
    insert into pages (id, kind, slug, title, body, first_published_at, deleted_at)
    select id, 'note', 'note-' || n, 'Note ' || n, (
        select string_agg(md5(n || '.' || part), ' ') from generate_series(1, 50) part),
      case state when 'draft' then null when 'scheduled' then now() + make_interval(mins => n)
        else now() - make_interval(mins => n) end,
      case state when 'deleted' then now() end
    from given`)
  await db.execute(sql`
    insert into page_versions
      (page_id, number, title, slug, body, tree, effective_at, withdrawn_at, sha256)
    select id, 1, title, slug, body, '[]', first_published_at,
      case state when 'withdrawn' then now() end, ''
    from pages join given using (id) where state <> 'draft'`)
  await db.execute(sql`drop table given`)
  await db.execute(sql`analyze pages, page_versions`)
}

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const readBy = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0)

test.for(['published', 'draft', 'withdrawn'] as const)(
  'a list of each state reads few rows among 5,000 notes, most of them %s',
  async (usual) => {
    await using app = await openTestApp()
    await app.db.transaction((tx) => fill(tx, usual))
    for (const state of [undefined, ...pageStates]) {
      const wanted = { kind: 'note' as const, state, search: '' }
      const asked = findPages(app.db, wanted).getSQL()
      const { rows } = await app.db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (analyze, format json) ${asked}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (!plan) throw new Error('no plan')
      expect.soft(readBy(plan), `rows read for ${state}`).toBeLessThan(notes / 2)
      const { items } = await listPages(app.db, wanted)
      expect(items.every((item) => state === undefined || item.state === state)).toBe(true)
      expect(items.length).toBeGreaterThanOrEqual(10)
    }
    expect(await app.db.$count(pages)).toBe(notes)
  },
)
