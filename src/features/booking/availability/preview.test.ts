import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#server/database/schema.ts'
import { book, hold, openBooking, startAt } from '#test/harness/bookings.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { meetingTypes } from '../types/contract.ts'
import { availability, meetingTypePreview } from './contract.ts'

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The firm and the host share a zone, so that a day has the same bounds for both. */
async function openPreview() {
  const { app, hostId } = await openBooking()
  const admin = await app.person('admin')
  const { meetingTypes: all } = await admin.call(meetingTypes.list, {})
  const type = all.find(({ slug }) => slug === 'consultation')
  if (!type) throw new Error('not seeded')
  const show = (day?: string) => admin.call(meetingTypePreview.show, { id: type.id, day })
  const { zone } = await show()
  await admin.call(bookingHosts.save, { userId: hostId, zone })
  const change = (changes: object) => admin.call(meetingTypes.update, { id: type.id, ...changes })
  return { app, hostId, admin, show, change, zone, typeId: type.id }
}

const reasonsOf = async (
  show: (day?: string) => Promise<{ hosts: { starts: string[]; reasons: string[] }[] }>,
  day?: string,
) => (await show(day)).hosts[0]

async function listed(app: TestApp, zone: string, from: string) {
  const wanted = { type: 'consultation', zone, from, days: 1 }
  const { days } = await app.stranger().call(availability.slots, wanted)
  return days.flatMap(({ slots }) => slots.map(({ start }) => start))
}

test('the preview shows what visitors are offered, and nobody else may see it', async () => {
  const { app, show, zone, typeId } = await openPreview()
  await using _ = app
  const { hosts, day, toBeConfirmed } = await show(dayIn(3))
  expect([day, toBeConfirmed]).toEqual([dayIn(3), false])
  expect(hosts).toEqual([
    {
      userId: expect.any(String),
      name: expect.stringMatching(/\w/),
      reasons: [],
      starts: await listed(app, zone, dayIn(3)),
    },
  ])
  const agent = await app.person('agent')
  const forbidden = agent.call(meetingTypePreview.show, { id: typeId })
  await expect(forbidden).rejects.toMatchObject({ code: 'forbidden' })
  const unknown = (await app.person('admin')).call(meetingTypePreview.show, {
    id: crypto.randomUUID(),
  })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

test('each reason is told: notice, horizon, booked, buffer, time off, closed', async () => {
  const { app, hostId, admin, show, change } = await openPreview()
  await using _ = app
  expect((await reasonsOf(show))?.reasons).toEqual(['notice'])
  await change({ noticeMinutes: 2_880 })
  expect(await reasonsOf(show, dayIn(0))).toMatchObject({ starts: [], reasons: ['notice'] })
  await change({ noticeMinutes: 0, horizonDays: 5 })
  expect(await reasonsOf(show, dayIn(9))).toMatchObject({ starts: [], reasons: ['horizon'] })

  await book(app, 10)
  const { startsAt } = await onlyBooking(app)
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: (await show()).zone }).format(startsAt)
  expect((await reasonsOf(show, day))?.reasons).toEqual(['booked', 'buffer'])

  const off = { startsAt: `${dayIn(3)}T00:00:00Z`, endsAt: `${dayIn(6)}T00:00:00Z` }
  const { collisions } = await admin.call(bookingHosts.addTimeOff, { userId: hostId, ...off })
  expect(collisions).toEqual([])
  const away = await reasonsOf(show, dayIn(4))
  expect(away).toMatchObject({ starts: [], reasons: ['time_off'] })

  await admin.call(bookingHosts.save, { userId: hostId, weekly: [] })
  const closed = await reasonsOf(show, dayIn(2))
  expect(closed).toMatchObject({ starts: [], reasons: ['closed'] })
})

async function onlyBooking({ db }: TestApp) {
  const [found] = await db.select().from(bookings).where(eq(bookings.state, 'booked'))
  if (!found) throw new Error('nothing booked')
  return found
}

test('time off names the calls that it collides with, which stay', async () => {
  const { app, hostId, admin } = await openPreview()
  await using _ = app
  await book(app, 4)
  await hold(app, await startAt(app, 8))
  const { startsAt, endsAt, id } = await onlyBooking(app)
  const off = { userId: hostId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  const { collisions } = await admin.call(bookingHosts.addTimeOff, off)
  expect(collisions).toEqual([
    {
      id,
      start: off.startsAt,
      end: off.endsAt,
      name: 'Ada Okafor',
      company: 'Northfold',
    },
  ])
  const after = { ...off, startsAt: off.endsAt, endsAt: dayAfter(endsAt) }
  expect((await admin.call(bookingHosts.addTimeOff, after)).collisions).toEqual([])
})

const dayAfter = (date: Date) => new Date(date.getTime() + 60_000).toISOString()

test('hosts are listed by name, with whether they take calls', async () => {
  const { app, hostId, admin } = await openPreview()
  await using _ = app
  const agent = await app.person('agent')
  const { hosts } = await agent.call(bookingHosts.list, {})
  expect(hosts).toEqual([{ userId: hostId, name: expect.stringMatching(/\w/), active: true }])
  await admin.call(bookingHosts.save, { userId: hostId, active: false })
  const { hosts: after } = await agent.call(bookingHosts.list, {})
  expect(after).toMatchObject([{ active: false }])
})
