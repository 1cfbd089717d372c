import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#server/database/schema.ts'
import { ada, book, openBooking, startAt } from '#test/harness/bookings.ts'
import { readCalendar, wrongLines } from '#test/harness/calendars.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { meetings } from '../bookings/contract.ts'
import { calendarOf } from './calendar.server.ts'

/** Fetches the file as a browser does. */
async function fetchFile(app: TestApp, icsUrl: string) {
  const { statusCode, headers, body } = await app.send({ url: new URL(icsUrl).pathname })
  return { status: statusCode, headers, text: body }
}

const inUtc = (time: string) => `${time.slice(0, 19)}Z`

test('a call is a calendar file, which follows a move and a cancellation', async () => {
  const { app } = await openBooking()
  await using _ = app
  const start = await startAt(app, 0)
  const made = await book(app, 0, { note: 'A secret note' })
  const { headers, text } = await fetchFile(app, made.icsUrl)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="call.ics"/)
  expect(headers['cache-control']).toBe('no-store')
  expect(wrongLines(text)).toEqual([])
  const [row] = await app.db.select({ id: bookings.id }).from(bookings)
  const host = new URL(app.deps.config.publicUrl).hostname
  const { name } = app.deps.content.resolved().firm
  expect(readCalendar(text)).toMatchObject({
    method: 'PUBLISH',
    uid: `${row?.id}@${host}`,
    sequence: '0',
    status: 'CONFIRMED',
    summary: `Call with ${name}`,
    location: made.joinUrl,
    url: made.joinUrl,
    dtstart: inUtc(start),
    dtend: inUtc(made.end),
    alarms: ['-PT15M'],
  })
  expect(text).toMatch(/^DTSTAMP:\d{8}T\d{6}Z\r$/m)
  expect(text).not.toMatch(/ATTENDEE|secret/)
  for (const own of [made.meetingToken, ada.name, ada.email]) expect(text).not.toContain(own)
  const { meetingToken: token } = made
  const later = await startAt(app, 4)
  await app.stranger().call(meetings.move, { token, start: later, zone: 'UTC', sequence: 0 })
  const moved = readCalendar((await fetchFile(app, made.icsUrl)).text)
  expect(moved).toMatchObject({ uid: `${row?.id}@${host}`, sequence: '1', dtstart: inUtc(later) })
  const shown = await app.stranger().call(meetings.show, { token })
  expect(shown.icsUrl).toBe(made.icsUrl)
  await app.stranger().call(meetings.cancel, { token, sequence: 1, reason: '' })
  expect(readCalendar((await fetchFile(app, made.icsUrl)).text)).toMatchObject({
    method: 'PUBLISH',
    sequence: '2',
    status: 'CANCELLED',
    alarms: [],
  })
})

test('a call by phone says who calls whom', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { icsUrl } = await book(app, 0, { contact: 'phone', phone: '+49 (30) 1/2' })
  const { text } = await fetchFile(app, icsUrl)
  const { name } = app.deps.content.resolved().firm
  expect(readCalendar(text)).toMatchObject({ location: `${name} calls you on +49 (30) 1/2` })
  expect(text).not.toMatch(/^URL/m)
})

test('nobody else has the file', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { icsUrl } = await book(app)
  await app.db.update(bookings).set({ tokenHash: null }).where(eq(bookings.state, 'booked'))
  const gone = await fetchFile(app, icsUrl)
  const unknown = await fetchFile(app, icsUrl.replace(/[\w-]{43}/, 'x'.repeat(43)))
  expect([gone.status, unknown.status]).toEqual([404, 404])
  expect(gone.text.replace(/"requestId":"[^"]*"/, '')).toBe(
    unknown.text.replace(/"requestId":"[^"]*"/, ''),
  )
})

test('names with any characters stay within their lines', () => {
  const firm = 'Müller; "Söhne", 日本語 \\ '.repeat(9)
  const name = 'Zoë\r\nMETHOD:CANCEL\r\nÅ'.repeat(5)
  const text = calendarOf('REQUEST', {
    booking: {
      id: '0',
      sequence: 3,
      state: 'booked',
      startsAt: new Date(0),
      endsAt: new Date(1_800_000),
    },
    host: 'firm.test',
    firm,
    summary: name,
    location: name,
    url: 'https://firm.test/join/1',
    organizer: 'a+b@firm.test',
    attendee: 'ada@northfold.test',
    stamp: new Date(0),
  })
  expect(wrongLines(text)).toEqual([])
  const read = readCalendar(text)
  expect(read).toMatchObject({ method: 'REQUEST', location: name.replaceAll('\r\n', '\n') })
  expect(read).toMatchObject({ attendee: expect.stringMatching(/^mailto:ada@northfold.test$/i) })
  expect(read.parameters('attendee')).toMatchObject({ partstat: 'ACCEPTED', rsvp: 'FALSE' })
  expect(read).toMatchObject({ organizer: 'mailto:a+b@firm.test' })
})
