import { sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { availability } from '#features/booking/availability/contract.ts'
import { holds, meetings } from '#features/booking/bookings/contract.ts'
import { bookingHosts } from '#features/booking/hosts/contract.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

/**
 * Adds a user who takes calls at every hour.
 * @returns the user's id.
 */
export async function addHost(app: TestApp, name?: string): Promise<string> {
  const agent = await app.person('agent', name)
  const { userId } = await agent.call(bookingHosts.save, {
    userId: 'me',
    active: true,
    zone: 'UTC',
    weekly: always,
  })
  return userId
}

/** Opens a product with one host who takes calls at every hour. */
export async function openBooking(environment: Record<string, string> = {}) {
  const app = await openTestApp({ seeded: true, environment })
  return { app, hostId: await addHost(app) }
}

/** The day stays the same during the whole test, even past midnight. */
const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

/** The free starts of one day, all of which are in the future. */
export async function freeStartsOf(app: TestApp): Promise<string[]> {
  const wanted = { type: 'consultation', zone: 'UTC', from: day, days: 1 }
  const { days: found } = await app.stranger().call(availability.slots, wanted)
  return found.flatMap(({ slots }) => slots.map(({ start }) => start))
}

export async function startAt(app: TestApp, index: number): Promise<string> {
  const start = (await freeStartsOf(app))[index]
  if (!start) throw new Error('There is no such start.')
  return start
}

export const berlin = 'Europe/Berlin'

type HoldInput = Partial<Input<typeof holds.create>>

export const hold = (app: TestApp, start: string, more: HoldInput = {}, address?: string) =>
  app.stranger(address).call(holds.create, { type: 'consultation', start, zone: berlin, ...more })

type BookInput = Partial<Input<typeof meetings.create>>

export const ada = { name: 'Ada Okafor', email: 'ada@northfold.test', company: 'Northfold' }

export const confirm = (app: TestApp, holdToken: string, more: BookInput = {}, address?: string) =>
  app.stranger(address).call(meetings.create, {
    holdToken,
    ...ada,
    contact: 'video',
    zone: berlin,
    filledInMs: 9000,
    ...more,
  })

/** Books a call at the n-th free start. */
export async function book(app: TestApp, index = 0, more: BookInput = {}, address?: string) {
  const { holdToken } = await hold(app, await startAt(app, index), {}, address)
  return confirm(app, holdToken, more, address)
}

/** Moves the only call and its jobs, so that it starts in this many minutes. */
export async function startIn({ db }: TestApp, minutes: number) {
  const shift = sql`now() + make_interval(mins => ${minutes}) - (select starts_at from bookings)`
  await db.execute(sql`update jobs set run_at = run_at + (${shift}) where name = 'bookings.remind'`)
  await db.execute(sql`
    update bookings set starts_at = starts_at + (${shift}), ends_at = ends_at + (${shift})`)
}

/**
 * Finds cells that do not agree with the bookings: a live booking owns exactly the cells from
 * beginning to end with buffers, any other booking owns none. The result is empty when all is well.
 */
export async function wrongCells({ db }: TestApp): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    with wanted as (
      select b.host_id, cell, b.id from bookings b, generate_series(
        floor(extract(epoch from starts_at - make_interval(mins => buffer_before)) / 300)::int,
        ceil(extract(epoch from ends_at + make_interval(mins => buffer_after)) / 300)::int - 1) cell
      where state in ('held', 'booked') or state = 'pending' and pending_reason = 'calendar'),
    owned as (select host_id, cell, booking_id from booking_cells)
    (select 'missing' as fault, * from (select * from wanted except select * from owned) m)
    union all (select 'beyond', * from (select * from owned except select * from wanted) o)`)
  return rows
}
