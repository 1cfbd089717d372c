import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  allOrPage,
  isPaged,
  maxCounted,
  numberedPaging,
  type Paging,
  page,
  paging,
} from '#contract/pagination.ts'
import { openTestDatabase } from '#test/harness/database.ts'
import type { Database } from './open.ts'
import {
  afterCursor,
  countRows,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from './pagination.ts'
import { projects, clients as table } from './schema.ts'

async function add(db: Database, count: number, createdAt: Date) {
  const rows = Array.from({ length: count }, (_, n) => ({ name: `C${n}`, email: 'c@n.example' }))
  await db.insert(table).values(rows.map((row) => ({ ...row, id: randomUUIDv7(), createdAt })))
}

async function read(db: Database, wanted: Paging) {
  const rows = await db
    .select({ id: table.id, createdAt: table.createdAt })
    .from(table)
    .where(afterCursor(table, wanted))
    .orderBy(...newestFirst(table))
    .limit(rowsToRead(wanted))
    .offset(rowsToSkip(wanted))
  return toPage(rows, wanted, await countRows(db, wanted, table))
}

test('pages of equal times repeat and miss nothing while rows are added', async () => {
  await using app = await openTestDatabase()
  const { db } = app
  await add(db, 250, new Date('2026-11-12T09:00:00.123Z'))
  const all = await db
    .select({ id: table.id })
    .from(table)
    .orderBy(...newestFirst(table))
  const seen: string[] = []
  const sizes: number[] = []
  let after: string | undefined
  for (;;) {
    const { items, next } = await read(db, { limit: 60, after })
    seen.push(...items.map(({ id }) => id))
    sizes.push(items.length)
    await add(db, 5, new Date())
    if (next === null) break
    after = next
  }
  expect(seen).toEqual(all.map(({ id }) => id))
  expect(sizes).toEqual([60, 60, 60, 60, 10])
})

test('a page that ends with the list has no next', async () => {
  await using app = await openTestDatabase()
  await add(app.db, 50, new Date())
  expect((await read(app.db, { limit: 50 })).next).toBeNull()
  expect((await read(app.db, {})).items).toHaveLength(50)
  expect(await read(app.db, { limit: 49 })).toMatchObject({ next: expect.any(String) })
})

test('a page is found by its number and has a total, from which the list goes on by cursor', async () => {
  await using app = await openTestDatabase()
  await add(app.db, 120, new Date())
  const all = await read(app.db, { limit: 100 })
  expect(all.total).toBeUndefined()
  const second = await read(app.db, { page: 2, limit: 50 })
  expect(second.items).toEqual([...all.items.slice(50)])
  expect(second.total).toBe(120)
  const third = await read(app.db, { after: second.next ?? '', limit: 50 })
  expect(third).toMatchObject({ next: null, total: undefined })
  expect(await read(app.db, { page: 3 })).toEqual({ ...third, total: 120 })
  expect(await read(app.db, { page: 4 })).toEqual({ items: [], next: null, total: 120 })
  expect(() => afterCursor(table, { after: second.next ?? '', page: 2 })).toThrow('either')
})

test('counting ends at a maximum', async () => {
  await using app = await openTestDatabase()
  const many = sql`generate_series(1, ${maxCounted + 1}) n`
  expect(await countRows(app.db, { page: 1 }, many)).toBe(maxCounted)
  expect(await countRows(app.db, { page: 1 }, many, sql`n > 7000`)).toBe(maxCounted - 6999)
  expect(await countRows(app.db, {}, many)).toBeUndefined()
})

test('a cursor that no page gave is refused', () => {
  for (const after of ['x', '1.2', `1.${'0'.repeat(36)}`, "1763.'", `${'9'.repeat(14)}.a`]) {
    expect(() => afterCursor(projects, { after })).toThrow('Not a cursor of this list')
  }
})

test('limits are whole numbers from 1 to 100, cursors have at most 200 characters', () => {
  const input = z.object(paging)
  expect(input.parse({ limit: '100' })).toEqual({ limit: 100 })
  for (const wrong of [{ limit: '0' }, { limit: 101 }, { limit: '' }, { limit: 1.5 }]) {
    expect(input.safeParse(wrong).success).toBe(false)
  }
  expect(input.safeParse({ after: 'x'.repeat(201) }).success).toBe(false)
  expect([{}, { limit: 1 }, { after: 'x' }, { page: 1 }].map(isPaged)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('the OpenAPI document describes limits, numbers, lists and pages', () => {
  const { properties } = z.toJSONSchema(z.object(numberedPaging), { io: 'input' })
  expect(properties?.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
  expect(properties?.page).toMatchObject({ type: 'integer', minimum: 1, maximum: 100_000 })
  expect(z.toJSONSchema(allOrPage(z.string()))).toMatchObject({
    anyOf: [{ type: 'array' }, { type: 'object', required: ['items', 'next'] }],
  })
  expect(page(z.string()).parse({ items: ['a'], next: null })).toEqual({ items: ['a'], next: null })
})
