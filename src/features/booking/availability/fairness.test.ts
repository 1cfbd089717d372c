import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addHost, confirm, freeStartsOf, hold, openBooking } from '#test/harness/bookings.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { fairestFirst, type Load } from './fairness.ts'

const load = (id: string, more: Partial<Load> = {}): Load => ({
  id,
  bookings: 0,
  days: 1,
  lastBookedAt: null,
  ...more,
})
const order = (...loads: Load[]) => fairestFirst(loads).map(({ id }) => id)

test('fewest calls a day come first, then whoever waits longest, then the id', () => {
  expect(order(load('a', { bookings: 1 }), load('b'))).toEqual(['b', 'a'])
  expect(order(load('a', { bookings: 3, days: 20 }), load('b', { bookings: 1, days: 4 }))).toEqual([
    'a',
    'b',
  ])
  expect(order(load('a', { bookings: 2, days: 4 }), load('b', { bookings: 1, days: 2 }))).toEqual([
    'a',
    'b',
  ])
  expect(order(load('a', { lastBookedAt: 5 }), load('b', { lastBookedAt: 3 }), load('c'))).toEqual([
    'c',
    'b',
    'a',
  ])
  expect(order(load('b'), load('a'))).toEqual(['a', 'b'])
  // A host without days must not cause a division by zero.
  expect(order(load('a', { bookings: 1, days: 0 }), load('b', { days: 0 }))).toEqual(['b', 'a'])
})

async function counts(app: TestApp): Promise<number[]> {
  const { rows } = await app.db.execute<{ calls: number }>(sql`
    select count(b.id)::int as calls from hosts h left join bookings b on b.host_id = h.user_id
    group by h.user_id order by 1`)
  return rows.map(({ calls }) => calls)
}

test('calls one after another go round; a newcomer begins level', async () => {
  const { app } = await openBooking()
  await using _ = app
  await addHost(app, 'second')
  // Every second start, so that every host is free for each.
  const starts = (await freeStartsOf(app)).filter((_, index) => index % 2 === 0)
  let caller = 0
  const bookMany = async (calls: number) => {
    for (const start of starts.splice(0, calls)) {
      caller += 1
      const address = `203.0.113.${caller}`
      const { holdToken } = await hold(app, start, {}, address)
      await confirm(app, holdToken, { email: `${caller}@n.test` }, address)
      const [min = 0, ...others] = await counts(app)
      if (others.length === 1) expect((others[0] ?? 0) - min).toBeLessThanOrEqual(1)
    }
  }
  await bookMany(7)
  expect(await counts(app)).toEqual([3, 4])
  await addHost(app, 'third')
  await bookMany(6)
  // Each host gets two calls; the newcomer does not get all six.
  expect(await counts(app)).toEqual([2, 5, 6])
})
