import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toWire } from '#contract/endpoint.ts'
import { bookingsOf } from '#features/clients/data-exchange/bookings-of-client.server.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { deleteExpired } from '#features/privacy/retention/expired-data.server.ts'
import { bookings, clients, inquiries } from '#server/database/schema.ts'
import { reEncrypt } from '#server/security/re-encryption.ts'
import {
  ada,
  book,
  freeStartsOf,
  hold,
  openBooking,
  startAt,
  wrongCells,
} from '#test/harness/bookings.ts'
import { readCalendar } from '#test/harness/calendars.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { unpack } from '#test/harness/unpack.ts'
import { bookingColumns } from '../types/tokens.server.ts'
import { meetings } from './contract.ts'

const personal = {
  name: null,
  email: null,
  company: null,
  phone: null,
  note: null,
  outcomeNotes: null,
  zone: null,
  page: null,
  link: null,
  tokenHash: null,
  tokenEncrypted: null,
  joinHash: null,
  joinEncrypted: null,
  holdHash: null,
  addressKey: null,
  inquiryId: null,
}

test('an erasure cancels what is to come and leaves host and time', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const all = await freeStartsOf(app)
  const made = await book(app, 0, { phone: '1', note: 'n', page: '/' })
  const past = await book(app, 3)
  await app.db
    .update(bookings)
    .set({
      startsAt: sql`now() - interval '2 hours'`,
      endsAt: sql`now() - interval '1 hour'`,
      outcomeNotes: 'Ada decides',
    })
    .where(eq(bookings.startsAt, new Date(past.start)))
  await book(app, 6, { email: 'ben@n.test', name: 'Ben' })
  const owner = await app.person('owner')
  const person = { email: ada.email, confirmation: ada.email }
  expect(await owner.call(dataExchange.findPerson, person)).toMatchObject({ bookings: 2 })
  expect(await owner.call(dataExchange.erasePerson, person)).toMatchObject({ bookings: 2 })
  const rows = await app.db.select().from(bookings).orderBy(bookings.startsAt)
  const end = { hostId, state: 'cancelled', cancelledBy: 'system', sequence: 1 }
  expect(rows).toMatchObject([
    { ...personal, state: 'booked', hostId },
    { ...personal, ...end },
    { name: 'Ben', state: 'booked' },
  ])
  expect(await freeStartsOf(app)).toContain(all[0])
  const shown = app.stranger().call(meetings.show, { token: made.meetingToken })
  expect(await failureOf(shown)).toMatchObject({ code: 'not_found' })
  const again = owner.call(dataExchange.erasePerson, person)
  expect(await failureOf(again)).toMatchObject({ code: 'not_found' })
})

test('calls go some days after their end or cancellation, those of clients stay', async () => {
  const { app } = await openBooking({ RETAIN_BOOKINGS_DAYS: '10' })
  await using _ = app
  const names = ['ended', 'ended lately', 'cancelled', 'cancelled lately', 'of a client', 'to come']
  for (const [at, name] of names.entries()) {
    await book(app, 0, { name, email: `${at}@n.test` }, `203.0.113.${at}`)
  }
  await hold(app, await startAt(app, 0), {}, '203.0.113.9')
  const change = async (name: string, values: Partial<typeof bookings.$inferInsert>) => {
    await app.db.update(bookings).set(values).where(eq(bookings.name, name))
  }
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const ended = (days: number) => ({ startsAt: ago(days + 1), endsAt: ago(days) })
  const [client] = await app.db
    .insert(clients)
    .values({ ...ada, phone: '' })
    .returning()
  await change('ended', ended(11))
  await change('ended lately', ended(9))
  await change('cancelled', { state: 'cancelled', cancelledAt: ago(11) })
  await change('cancelled lately', { ...ended(9), state: 'cancelled', cancelledAt: ago(9) })
  await change('of a client', { ...ended(50), clientId: client?.id ?? null })
  expect(await deleteExpired(app.deps)).toEqual({ bookings: 2 })
  const rest = await app.db.select({ name: bookings.name }).from(bookings)
  expect(rest.map(({ name }) => name ?? 'held').sort()).toEqual([
    'cancelled lately',
    'ended lately',
    'held',
    'of a client',
    'to come',
  ])
})

test('an export has the calls of a client without tokens', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { meetingToken } = await book(app, 0, { note: 'About slips' })
  await book(app, 3, { email: 'ben@n.test' })
  const [client] = await app.db.insert(clients).values(ada).returning()
  const id = client?.id ?? ''
  await app.db.update(bookings).set({ clientId: id }).where(eq(bookings.email, ada.email))
  const found = await bookingsOf(app.db, id)
  expect(found).toMatchObject([{ ...ada, note: 'About slips', title: 'Consultation call' }])
  expect(Object.keys(found[0] ?? {}).join()).not.toMatch(/token|hash|encrypted/i)
  expect(JSON.stringify(found)).not.toContain(meetingToken)
})

test('the export of a client has each of its calls as a calendar file, without tokens', async () => {
  const { app } = await openBooking()
  await using _ = app
  const kept = await book(app)
  const cancelled = await book(app, 4, { contact: 'phone', phone: '+49 30 1' })
  const { meetingToken: token } = cancelled
  await app.stranger().call(meetings.cancel, { token, sequence: 0, reason: '' })
  await book(app, 8, { email: 'ben@n.test', name: 'Ben' })
  const [client] = await app.db.insert(clients).values(ada).returning()
  const clientId = client?.id ?? ''
  // One of the bookings is linked to the person only through its request.
  const [byRequest] = await app.db.select().from(bookings).orderBy(bookings.startsAt)
  await app.db
    .update(inquiries)
    .set({ clientId })
    .where(eq(inquiries.id, byRequest?.inquiryId ?? ''))
  await app.db.update(bookings).set({ clientId }).where(eq(bookings.state, 'cancelled'))
  const { cookie = '' } = await app.person('owner')
  const { url } = toWire(dataExchange.exportClient, { id: clientId })
  const files = await unpack((await app.send({ url, headers: { cookie } })).rawPayload)
  const day = kept.start.slice(0, 10)
  const folder = 'calls/Consultation call'
  const paths = [`${folder}/${day}.ics`, `${folder}/${day} (2).ics`]
  expect([...files.keys()].sort()).toEqual(['client.json', ...paths].sort())
  const [first, second] = paths.map((path) => readCalendar(String(files.get(path))))
  const at = (time: string) => `${time.slice(0, 19)}Z`
  expect(first).toMatchObject({ method: 'PUBLISH', dtstart: at(kept.start), status: 'CONFIRMED' })
  expect(second).toMatchObject({ dtstart: at(cancelled.start), status: 'CANCELLED', sequence: '1' })
  const { bookings: calls } = JSON.parse(String(files.get('client.json')))
  expect(calls).toMatchObject(paths.map((path) => ({ ...ada, path })))
  const all = [...files.values()].join()
  for (const secret of [kept.meetingToken, kept.joinUrl ?? '', token]) {
    expect(all).not.toContain(secret.split('/').at(-1))
  }
})

test('a client without calls has an export without calendar files', async () => {
  const { app } = await openBooking()
  await using _ = app
  await book(app)
  const [client] = await app.db.insert(clients).values(ada).returning()
  const { cookie = '' } = await app.person('owner')
  const { url } = toWire(dataExchange.exportClient, { id: client?.id ?? '' })
  const files = await unpack((await app.send({ url, headers: { cookie } })).rawPayload)
  expect([...files.keys()]).toEqual(['client.json'])
})

test('no line of the log has a token, a name or an address, and links outlive the key', async () => {
  const { app } = await openBooking()
  await using _ = app
  const start = await startAt(app, 0)
  const { holdToken } = await hold(app, start)
  const made = await book(app, 3, { note: 'A secret note' })
  const token = made.meetingToken
  await app.stranger().call(meetings.show, { token })
  await app.stranger().call(meetings.cancel, { token, sequence: 0, reason: 'A secret reason' })
  const log = JSON.stringify(app.logged)
  const joinToken = made.joinUrl?.split('/').at(-1) ?? ''
  for (const secret of [holdToken, token, joinToken, ada.name, ada.email, 'secret']) {
    expect(secret).not.toBe('')
    expect(log).not.toContain(secret)
  }
  const stored = JSON.stringify(await app.db.select().from(bookings))
  for (const secret of [holdToken, token, joinToken]) expect(stored).not.toContain(secret)
  const { encryption } = app.deps
  const next = { ...encryption, prefixes: ['v1.another.', ...encryption.prefixes] } as const
  expect(await reEncrypt(app.db, { ...next }, bookingColumns)).toMatchObject({ renewed: 2 })
  expect(await app.stranger().call(meetings.show, { token })).toMatchObject({
    joinUrl: made.joinUrl,
  })
  expect(await wrongCells(app)).toEqual([])
})
