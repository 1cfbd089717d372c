import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bookings, meetingTypes as table } from '#server/database/schema.ts'
import { book, openBooking } from '#test/harness/bookings.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { agenda } from '../agenda/contract.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { meetingTypes } from '../types/contract.ts'
import { availability } from './contract.ts'

/** A Monday at 8:00 in Los Angeles, the zone of the default hours (9 to 17, Monday to Friday). */
const monday = '2026-11-23T16:00:00.000Z'

function atMonday() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  onTestFinished(() => void vi.useRealTimers())
}

const me = { userId: 'me' } as const
const takeCalls = (person: Person) => person.call(bookingHosts.save, { ...me, active: true })
const slotsOf = (app: TestApp, input: object = {}) =>
  app.stranger().call(availability.slots, { type: 'consultation', ...input })
const starts = ({ days }: Awaited<ReturnType<typeof slotsOf>>) =>
  days.flatMap(({ slots }) => slots.map(({ start }) => start))

test('nothing is offered before somebody takes calls', async () => {
  await using app = await openTestApp({ seeded: true })
  const anyone = app.stranger()
  const shown = await anyone.call(availability.show, { slug: 'consultation' })
  expect(shown).toMatchObject({ open: false, minutes: 30, zone: 'America/Los_Angeles' })
  expect(await slotsOf(app)).toMatchObject({ open: false, days: [], nextDay: null })
  await takeCalls(await app.person('agent'))
  expect(await anyone.call(availability.show, { slug: 'consultation' })).toMatchObject({
    open: true,
  })
  const unknown = anyone.call(availability.show, { slug: 'no-such' })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

test('slots follow hours, notice and horizon, by days of the visitor', async () => {
  atMonday()
  await using app = await openTestApp({ seeded: true })
  await takeCalls(await app.person('agent'))
  const usual = await slotsOf(app, { days: 1 })
  expect(usual).toMatchObject({ zone: 'America/Los_Angeles', from: '2026-11-23', open: true })
  // The notice is four hours, so the first start is at noon.
  expect(starts(usual)[0]).toBe('2026-11-23T20:00:00.000Z')
  expect(starts(usual).at(-1)).toBe('2026-11-24T00:30:00.000Z')
  expect(usual.nextDay).toBe('2026-11-24')
  const tokyo = await slotsOf(app, { zone: 'Asia/Tokyo', days: 2 })
  expect(tokyo.days.map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25'])
  const weekend = await slotsOf(app, { from: '2026-11-28', days: 2 })
  expect(weekend).toMatchObject({ days: [], nextDay: '2026-11-30' })
  const late = await slotsOf(app, { from: '2026-12-23', days: 62 })
  expect(starts(late)).toEqual([])
  expect(late.nextDay).toBe(null)
  expect(starts(await slotsOf(app, { days: 99 })).at(-1)).toBe('2026-12-23T00:30:00.000Z')
  expect((await slotsOf(app, { from: '2020-01-01' })).from).toBe('2026-11-23')
})

test.each([
  ['the last day of the horizon, after its last time,', '2026-12-24'],
  ['the day after the horizon', '2026-12-25'],
  ['a year later', '2027-11-23'],
])('%s has no times, but booking is open', async (_what, from) => {
  atMonday()
  await using app = await openTestApp({ seeded: true })
  const late = { from, zone: 'Asia/Tokyo', days: 7 }
  const nothing = { days: [], nextDay: null, toBeConfirmed: false }
  expect(await slotsOf(app, late)).toMatchObject({ ...nothing, open: false })
  await takeCalls(await app.person('agent'))
  expect(await slotsOf(app, late)).toMatchObject({ ...nothing, open: true })
})

test('bookings, live holds and time off take slots away; other rows do not', async () => {
  atMonday()
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const { userId: hostId } = await takeCalls(agent)
  const [type] = await app.db.select().from(table)
  if (!type) throw new Error('not seeded')
  const morning = async () =>
    starts(await slotsOf(app, { from: '2026-11-25', days: 1 })).filter(
      (start) => start < '2026-11-25T19:00:00.000Z',
    )
  const all = ['17:00', '17:30', '18:00', '18:30'].map((time) => `2026-11-25T${time}:00.000Z`)
  expect(await morning()).toEqual(all)
  const book = (time: string, more: Partial<typeof bookings.$inferInsert>) =>
    app.db.insert(bookings).values({
      meetingTypeId: type.id,
      hostId,
      state: 'booked',
      wallTime: '',
      bufferBefore: 0,
      bufferAfter: 0,
      startsAt: new Date(`2026-11-25T${time}:00Z`),
      endsAt: new Date(`2026-11-25T${time}:20Z`),
      ...more,
    })
  await book('17:05', { state: 'cancelled' })
  await book('17:05', { state: 'pending', pendingReason: 'suspect' })
  await book('17:05', { state: 'held', holdExpiresAt: new Date('2026-01-01') })
  expect(await morning()).toEqual(all)
  await book('17:05', { state: 'held', holdExpiresAt: new Date('2100-01-01') })
  expect(await morning()).toEqual(all.slice(1))
  await book('18:00', { bufferBefore: 30 })
  expect(await morning()).toEqual(all.slice(3))
  await agent.call(bookingHosts.addTimeOff, {
    ...me,
    startsAt: '2026-11-25T10:00:00-08:00',
    endsAt: '2026-11-25T11:00:00-08:00',
  })
  expect(await morning()).toEqual([])
  const colleague = await app.person('agent')
  await takeCalls(colleague)
  expect(await morning()).toEqual(all)
})

test('a change of the hours, of the type and of who takes calls holds at once', async () => {
  atMonday()
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const { userId } = await takeCalls(agent)
  const admin = await app.person('owner')
  const { meetingTypes: all } = await admin.call(meetingTypes.list, {})
  const id = all[0]?.id ?? ''
  const tuesday = async () => starts(await slotsOf(app, { from: '2026-11-24', days: 1 }))
  expect(await tuesday()).toHaveLength(16)
  const week = [{ day: 2, opens: '09:00', closes: '10:00' }]
  const { document } = app.deps.content.settings()
  const schedules = {
    ...document.hours.schedules,
    office: { ...document.hours.schedules.office, week },
  }
  await save(admin, 'hours', { schedules })
  await publish(admin, ['hours'])
  expect(await tuesday()).toHaveLength(2)
  const own = [{ day: 2, opens: '00:00', closes: '24:00' }]
  await agent.call(bookingHosts.save, { ...me, weekly: own })
  expect(await tuesday()).toHaveLength(48)
  await admin.call(meetingTypes.update, { id, minutes: 60, stepMinutes: 60 })
  expect(await tuesday()).toHaveLength(24)
  await admin.call(meetingTypes.update, { id, hosts: [] })
  expect(await tuesday()).toEqual([])
  await admin.call(meetingTypes.update, { id, hosts: [userId], active: false })
  await expect(tuesday()).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['zone', { zone: '+02:00' }],
  ['zone', { zone: 'Nowhere/Land' }],
  ['from', { from: '2026-02-30' }],
  ['from', { from: 'tomorrow' }],
])('a wrong %s is named', async (field, input) => {
  await using app = await openTestApp({ seeded: true })
  await expect(slotsOf(app, input)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
})

test('a later change of hours or time off leaves a call, and the agenda says what it collides with', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const admin = await app.person('admin')
  const first = await book(app, 0)
  const second = await book(app, 6, { email: 'ben@n.test' })
  const collisions = async () =>
    (await admin.call(agenda.list, {})).items.map(({ collision }) => collision)
  expect(await collisions()).toEqual([null, null])
  const host = { userId: hostId }
  const off = { startsAt: first.start, endsAt: first.end, note: '' }
  await admin.call(bookingHosts.addTimeOff, { ...host, ...off })
  expect(await collisions()).toEqual(['time_off', null])
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '00:30' }))
  await admin.call(bookingHosts.save, { ...host, weekly })
  expect(await collisions()).toEqual(['time_off', 'hours'])
  const middle = new Date(Date.parse(second.start) + 900_000).toISOString().slice(11, 16)
  const touching = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
    { day, opens: '00:00', closes: middle },
    { day, opens: middle, closes: '24:00' },
  ])
  await admin.call(bookingHosts.save, { ...host, zone: 'UTC', weekly: touching })
  expect(await collisions()).toEqual(['time_off', null])
  await app.db.execute(sql`update bookings set wall_time = '2001-01-01 09:00 UTC'
    where starts_at = ${second.start}`)
  const items = (await admin.call(agenda.list, {})).items
  expect(items.map(({ isClockChanged }) => isClockChanged)).toEqual([false, true])
})
