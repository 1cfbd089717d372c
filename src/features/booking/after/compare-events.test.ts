import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#server/database/schema.ts'
import { book, startAt } from '#test/harness/bookings.ts'
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

test('what was moved, deleted or hidden at Google is put back once, and the agenda says so until the call changes', async () => {
  const { scene, calls } = await openCalls()
  await using _ = scene
  const { app, admin } = scene
  const [moved, deleted, hidden] = calls
  if (!moved || !deleted || !hidden) throw new Error('no call')
  const differs = async () =>
    (await admin.call(agenda.list, {})).items.map(({ googleDiffers }) => googleDiffers)
  await compare(scene)
  expect(await differs()).toEqual([null, null, null])
  moveAtGoogle(scene, moved, 90)
  eventOf(scene, deleted.id).status = 'cancelled'
  // An event that was moved into the past is not in the list, so it is asked for by itself.
  moveAtGoogle(scene, hidden, -10 * 24 * 60)
  await compare(scene)
  await app.work()
  const said = [
    { start: later(moved.start, 90) },
    { start: null },
    { start: later(hidden.start, -10 * 24 * 60) },
  ]
  expect(await differs()).toEqual(said)
  for (const { id, start } of calls) {
    expect(eventOf(scene, id)).toMatchObject({ status: 'confirmed', start: { dateTime: start } })
  }
  await compare(scene)
  expect(await differs()).toEqual(said)
  const start = await startAt(app, 12)
  const after = await admin.call(agenda.move, { id: moved.id, start, sequence: 0 })
  expect(after).toMatchObject({ start, googleDiffers: null })
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
