import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { bookingCalendars, bookings, hosts, jobs, storedState } from '#server/database/schema.ts'
import { ada, addHost, berlin, book, startAt, startIn } from '#test/harness/bookings.ts'
import {
  eventsAt,
  type GoogleBooking,
  hostAddress,
  openGoogleBooking,
  theCall,
  toolsOf,
  writeEvent,
} from '#test/harness/google-booking.ts'
import { agenda } from '../agenda/contract.ts'
import { confirmPending } from '../bookings/confirm-pending.server.ts'
import { meetings, visits } from '../bookings/contract.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { compareEvents } from './compare-events.server.ts'
import { pausing } from './contract.ts'
import { readCallMeet, writeCallEvent } from './event-job.server.ts'

const meet = 'https://meet.google.com/abc-defg-hij'

/** Removes all bookings, both here and at Google. */
async function forgetCalls({ app, standIn }: GoogleBooking): Promise<void> {
  await app.db.delete(bookings)
  await app.db.delete(bookingCalendars)
  standIn.workspace.calendars.clear()
}

const at = ({ dateTime = '' }: { dateTime?: string }) => new Date(dateTime).toISOString()

test('a booked call is one event of its host, with Meet, and without the visitor', async () => {
  await using scene = await openGoogleBooking()
  const { app, admin, standIn, hostId } = scene
  await book(scene.app, 2, { note: 'A secret note' })
  expect(standIn.workspace.calendars.size).toBe(0)
  await app.work()
  const { id, startsAt, endsAt, hostCalendar, googleSequence, joinEncrypted } = await theCall(scene)
  expect([hostCalendar, googleSequence]).toEqual(['google', 0])
  const [calendar, ...others] = standIn.workspace.calendars.values()
  expect(others).toEqual([])
  const { firm } = app.deps.content.resolved()
  expect(calendar).toMatchObject({
    summary: `${firm.name} Bookings`,
    description: expect.stringContaining('[bookings]'),
  })
  const [event, ...more] = eventsAt(scene)
  expect(more).toEqual([])
  expect(event).toMatchObject({
    id: id.replaceAll('-', ''),
    status: 'confirmed',
    summary: `Call: ${ada.name}, ${ada.company}`,
    description: `https://counterfoil.example/admin/agenda/${id}`,
    attendees: [{ email: hostAddress }],
  })
  expect([at(event?.start ?? {}), at(event?.end ?? {})]).toEqual([
    startsAt.toISOString(),
    endsAt.toISOString(),
  ])
  const text = JSON.stringify(event)
  for (const theirs of ['secret', ada.email]) expect(text).not.toContain(theirs)
  expect((await admin.call(agenda.show, { id })).link).toBe(meet)
  expect(joinEncrypted).not.toBeNull()
  // A link that the host set for this one call takes precedence.
  await admin.call(agenda.setLink, { id, url: 'https://meet.example/own' })
  expect((await admin.call(agenda.show, { id })).link).toBe('https://meet.example/own')
  expect(hostId).toBe((await theCall(scene)).hostId)
})

test('the way into a call leads to its Meet, else to the link of the host', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn } = scene
  standIn.workspace.meet = 'pending'
  const { joinUrl } = await book(app, 2)
  const token = joinUrl?.split('/').at(-1) ?? ''
  const joined = async () => (await app.stranger().call(visits.join, { token })).url
  await app.work()
  expect(await joined()).toBeNull()
  await app.db.update(hosts).set({ meetingLink: 'https://meet.example/host' })
  expect(await joined()).toBe('https://meet.example/host')
  const waiting = async () =>
    (await app.db.select().from(jobs).where(eq(jobs.name, 'bookings.google_meet')))[0]
  const [first] = [await waiting()]
  expect(first?.runAt.getTime()).toBeGreaterThan(Date.now())
  const { id: bookingId } = await theCall(scene)
  await readCallMeet.run(toolsOf(scene), { bookingId, step: 0 })
  expect((await theCall(scene)).meetUrl).toBeNull()
  standIn.workspace.meet = 'success'
  await readCallMeet.run(toolsOf(scene), { bookingId, step: 1 })
  expect(await joined()).toBe(meet)
})

test('the address of another place is never taken for a Meet', async () => {
  await using scene = await openGoogleBooking()
  for (const uri of ['https://evil.example/abc', 'http://meet.google.com/abc']) {
    scene.standIn.answers.set('calendar.events.insert', { hangoutLink: uri })
    await book(scene.app, 2)
    await scene.app.work()
    expect(await theCall(scene), uri).toMatchObject({ meetUrl: null, googleSequence: 0 })
    await forgetCalls(scene)
  }
})

test('the event follows when the call is moved, given to another host and cancelled', async () => {
  await using scene = await openGoogleBooking()
  const { app, admin } = scene
  const { meetingToken } = await book(app, 2)
  await app.work()
  const start = await startAt(app, 9)
  await app
    .stranger()
    .call(meetings.move, { token: meetingToken, start, zone: berlin, sequence: 0 })
  await app.work()
  expect(eventsAt(scene)).toMatchObject([{ start: { dateTime: start }, hangoutLink: meet }])
  const other = await addHost(app, 'grace')
  const { id } = await theCall(scene)
  await admin.call(agenda.reassign, { id, hostId: other, sequence: 1 })
  await app.work()
  expect(eventsAt(scene)).toMatchObject([{ attendees: [] }])
  expect(await theCall(scene)).toMatchObject({ hostCalendar: null, meetUrl: meet })
  await app.db.update(hosts).set({ googleAddress: 'grace@counterfoil.example' })
  await writeEvent(scene)
  expect(eventsAt(scene)).toMatchObject([{ attendees: [{ email: 'grace@counterfoil.example' }] }])
  await admin.call(agenda.cancel, { id, sequence: 2, reason: '' })
  await app.work()
  expect(eventsAt(scene)).toMatchObject([{ status: 'cancelled' }])
  await writeEvent(scene)
  expect(eventsAt(scene)).toHaveLength(1)
})

const calls = ['calendarList.list', 'calendars.insert', 'events.insert'] as const

test.each(['before', 'after'] as const)(
  'cut off at any step %s its work, one calendar and one event stand after the next try',
  async (when) => {
    await using scene = await openGoogleBooking()
    const { app, standIn } = scene
    for (const call of calls) {
      await book(app, 2)
      // As if the process were killed: the response never arrives and nothing later is recorded.
      standIn.faults.push({ call: `calendar.${call}`, when, hangs: true, times: 9 })
      scene.waitOnly(300)
      await app.work()
      standIn.faults.length = 0
      scene.waitOnly(9_000)
      expect((await theCall(scene)).googleSequence, call).toBeNull()
      await app.db.execute(sql`update booking_calendars set making_until = null`)
      await app.db.execute(sql`update jobs set run_at = now() where name = 'bookings.google_event'`)
      await app.work()
      expect(standIn.workspace.calendars.size, call).toBe(1)
      expect(eventsAt(scene), call).toMatchObject([{ status: 'confirmed', hangoutLink: meet }])
      expect(await theCall(scene)).toMatchObject({ googleSequence: 0, hostCalendar: 'google' })
      await forgetCalls(scene)
    }
  },
)

test('two jobs at once make one calendar and one event', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn } = scene
  await book(app, 2)
  await book(app, 9, { email: 'ben@n.test' })
  const all = await app.db.select({ id: bookings.id }).from(bookings)
  const twice = [...all, ...all].map(({ id: bookingId }) =>
    writeCallEvent.run(toolsOf(scene), { bookingId }),
  )
  await Promise.all(twice)
  await app.db.execute(sql`update jobs set run_at = now() where name = 'bookings.google_event'`)
  await app.work()
  expect(standIn.workspace.calendars.size).toBe(1)
  expect(eventsAt(scene)).toHaveLength(2)
})

test('a deleted calendar is made anew', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn } = scene
  await book(app, 2)
  await app.work()
  standIn.workspace.calendars.clear()
  await writeEvent(scene)
  await writeEvent(scene)
  expect(eventsAt(scene)).toHaveLength(1)
})

test.each([2, -60])(
  'an erased person has no event of a call in %i minutes any more',
  async (minutes) => {
    await using scene = await openGoogleBooking()
    const { app } = scene
    await book(app, 2)
    await app.work()
    await startIn(app, minutes)
    const owner = await app.person('owner')
    await owner.call(dataExchange.erasePerson, { email: ada.email, confirmation: ada.email })
    await app.work()
    expect(eventsAt(scene)).toMatchObject([{ status: 'cancelled' }])
  },
)

test('a call that waits since a move has no event until it is confirmed, and is not in its own way', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn } = scene
  await book(app, 2)
  await app.work()
  const { startsAt, endsAt } = await theCall(scene)
  const own = { start: startsAt.toISOString(), end: endsAt.toISOString() }
  standIn.workspace.busy.set(hostAddress, [own])
  await scene.check()
  const moved = { state: 'pending', pendingReason: 'calendar', sequence: 1 } as const
  await app.db.update(bookings).set({ ...moved, updatedAt: sql`now()` })
  const decide = () => confirmPending.run(toolsOf(scene), {})
  await decide()
  expect(await theCall(scene)).toMatchObject(moved)
  await writeEvent(scene)
  expect(eventsAt(scene)).toMatchObject([{ status: 'cancelled' }])
  await decide()
  expect(await theCall(scene)).toMatchObject(moved)
  standIn.workspace.busy.set(hostAddress, [])
  await scene.check()
  await decide()
  expect(await theCall(scene)).toMatchObject({ state: 'booked' })
  await app.work()
  expect(eventsAt(scene)).toMatchObject([{ status: 'confirmed' }])
})

test('a call that looks like spam, and one that waits for a calendar, has no event', async () => {
  await using scene = await openGoogleBooking()
  await book(scene.app, 2, { website: 'http://spam.test' })
  await scene.app.work()
  expect(scene.standIn.workspace.calendars.size).toBe(0)
})

test('nothing goes to Google from a restored copy until somebody resumes', async () => {
  await using scene = await openGoogleBooking()
  const { app, admin, standIn } = scene
  await book(app, 2)
  await app.db.insert(storedState).values({ name: 'booking.paused' })
  await app.work()
  await compareEvents.run(toolsOf(scene), {})
  expect(standIn.workspace.calendars.size).toBe(0)
  await admin.call(pausing.resume, {})
  await app.work()
  expect(eventsAt(scene)).toMatchObject([{ status: 'confirmed' }])
})

test('a host who changes their address has the events of before there; who leaves keeps them', async () => {
  await using scene = await openGoogleBooking()
  const { app, admin, hostId: userId } = scene
  await book(app, 2)
  await app.work()
  const email = 'ada.new@counterfoil.example'
  for (const googleAddress of [email, null]) {
    await admin.call(bookingHosts.save, { userId, googleAddress })
    await app.work()
    expect(eventsAt(scene)).toMatchObject([{ attendees: [{ email }] }])
  }
})
