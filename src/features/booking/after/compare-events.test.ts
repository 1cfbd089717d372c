import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, bookings } from '#server/database/schema.ts'
import { book, startAt, wrongCells } from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { connect } from '#test/harness/google.ts'
import { eventsAt, type GoogleBooking, openGoogleBooking } from '#test/harness/google-booking.ts'
import { agenda } from '../agenda/contract.ts'
import { compareEvents } from './compare-events.server.ts'

async function openCalls() {
  const scene = await openGoogleBooking()
  // These are more events than fit on a page of the stand-in's list.
  for (const n of [2, 9, 16]) await book(scene.app, n, { email: `${n}@n.test` })
  await scene.app.work()
  const { items } = await scene.admin.call(agenda.list, {})
  return { scene, calls: items }
}

const compare = ({ app }: GoogleBooking) =>
  compareEvents.run({ ...app.deps, log: app.fastify.log }, {})

const eventOf = (scene: GoogleBooking, id: string) => {
  const event = eventsAt(scene).find((one) => one.id === id.replaceAll('-', ''))
  if (!event) throw new Error('no event')
  return event
}

const later = (iso: string, minutes: number) =>
  new Date(Date.parse(iso) + minutes * 60_000).toISOString()

function moveAtGoogle(
  scene: GoogleBooking,
  { id, start, end }: { id: string; start: string; end: string },
  by: number,
) {
  const event = eventOf(scene, id)
  event.start = { dateTime: later(start, by) }
  event.end = { dateTime: later(end, by) }
}

test('a call that was moved at Google is shown and stays, until it is put back', async () => {
  const { scene, calls } = await openCalls()
  await using _ = scene
  const { admin } = scene
  const [, call] = calls
  if (!call) throw new Error('no call')
  const read = () => admin.call(agenda.show, { id: call.id })
  await compare(scene)
  expect((await admin.call(agenda.list, {})).waiting.differs).toBe(0)
  moveAtGoogle(scene, call, 90)
  await compare(scene)
  const start = later(call.start, 90)
  expect(await read()).toMatchObject({ start: call.start, googleDiffers: { start } })
  const listed = await admin.call(agenda.list, { waiting: 'differs' })
  expect([listed.waiting.differs, listed.items.map(({ id }) => id)]).toEqual([1, [call.id]])
  const back = await admin.call(agenda.reconcile, { id: call.id, keep: 'ours' })
  expect(back).toMatchObject({ start: call.start, sequence: 0, googleDiffers: null })
  await scene.app.work()
  expect(eventOf(scene, call.id).start.dateTime).toBe(call.start)
  await compare(scene)
  expect((await read()).googleDiffers).toBeNull()
  const again = admin.call(agenda.reconcile, { id: call.id, keep: 'google' })
  expect(await failureOf(again)).toMatchObject({ status: 409, code: 'changed' })
})

test('the call follows when staff say so, unless its host has another then', async () => {
  const { scene, calls } = await openCalls()
  await using _ = scene
  const { app, admin } = scene
  const [call, other] = calls
  if (!call || !other) throw new Error('no call')
  const follow = () => admin.call(agenda.reconcile, { id: call.id, keep: 'google' })
  moveAtGoogle(scene, { ...call, start: other.start, end: other.end }, 0)
  await compare(scene)
  expect(await failureOf(follow())).toMatchObject({ status: 409, code: 'slot_taken' })
  const free = await startAt(app, 12)
  moveAtGoogle(scene, { ...call, start: free, end: later(free, 45) }, 0)
  await compare(scene)
  expect(await follow()).toMatchObject({ start: free, sequence: 1, googleDiffers: null })
  expect(await wrongCells(app)).toEqual([])
  await app.work()
  // The move keeps the length of the call.
  expect(eventOf(scene, call.id).end.dateTime).toBe(later(free, 30))
  const acts = await app.db.select().from(auditEntries).where(sql`action = 'booking.moved'`)
  expect(acts).toHaveLength(1)
})

test('an event that was deleted is put back, or its call cancelled', async () => {
  const { scene, calls } = await openCalls()
  await using _ = scene
  const { app, admin } = scene
  const [first, second] = calls
  if (!first || !second) throw new Error('no call')
  for (const { id } of [first, second]) eventOf(scene, id).status = 'cancelled'
  await compare(scene)
  const { items } = await admin.call(agenda.list, { waiting: 'differs' })
  expect(items.map(({ googleDiffers }) => googleDiffers)).toEqual([
    { start: null },
    { start: null },
  ])
  await admin.call(agenda.reconcile, { id: first.id, keep: 'ours' })
  const gone = await admin.call(agenda.reconcile, { id: second.id, keep: 'google' })
  expect(gone).toMatchObject({ state: 'cancelled', cancelledBy: 'staff', googleDiffers: null })
  await app.work()
  expect(eventOf(scene, first.id).status).toBe('confirmed')
  expect(eventOf(scene, second.id).status).toBe('cancelled')
})

test('an event that was moved out of the list is asked for by itself', async () => {
  const { scene, calls } = await openCalls()
  await using _ = scene
  const [call] = calls
  if (!call) throw new Error('no call')
  const start = later(call.start, -10 * 24 * 60)
  moveAtGoogle(scene, call, -10 * 24 * 60)
  await compare(scene)
  const shown = await scene.admin.call(agenda.show, { id: call.id })
  expect(shown.googleDiffers).toEqual({ start })
  const follow = scene.admin.call(agenda.reconcile, { id: call.id, keep: 'google' })
  expect(await failureOf(follow)).toMatchObject({ status: 400 })
})

test('calls of before Google was connected, and changes it did not hear of, are caught up with', async () => {
  await using scene = await openGoogleBooking({ isConnected: false, googleAddress: null })
  const { app } = scene
  await book(app, 2)
  await app.work()
  expect(scene.standIn.workspace.calendars.size).toBe(0)
  await compare(scene)
  await connect(scene, 'calendar')
  await compare(scene)
  await app.work()
  expect(eventsAt(scene)).toHaveLength(1)
  await app.db.execute(sql`update bookings set sequence = 1, state = 'cancelled'`)
  await compare(scene)
  await app.work()
  expect(eventsAt(scene)).toMatchObject([{ status: 'cancelled' }])
  const [{ googleSequence } = {}] = await app.db.select().from(bookings)
  expect(googleSequence).toBe(1)
})
