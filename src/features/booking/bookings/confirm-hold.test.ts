import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import {
  auditEntries,
  bookings,
  hosts,
  inquiries as leads,
  mailMessages,
  notifications,
} from '#server/database/schema.ts'
import {
  ada,
  addHost,
  berlin,
  book,
  confirm,
  freeStartsOf,
  hold,
  openBooking,
  startAt,
  wrongCells,
} from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { show, write } from '#test/harness/requests.ts'
import { agenda } from '../agenda/contract.ts'
import { meetings } from './contract.ts'

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@n.test',
  MAIL_TO: 'staff@n.test',
}

test('a hold becomes a call and a request, which counts as answered and alerts the staff', async () => {
  const { app } = await openBooking(mail)
  await using _ = app
  const start = await startAt(app, 0)
  const { holdToken } = await hold(app, start)
  const more = { phone: '+49 30 1', note: 'About\nslips', page: '/book/consultation?x=1#form' }
  const made = await confirm(app, holdToken, more)
  expect(made).toMatchObject({
    success: true,
    state: 'booked',
    start,
    zone: berlin,
    mail: 'queued',
  })
  expect(made.meetingUrl).toBe(`https://counterfoil.example/meetings/${made.meetingToken}`)
  expect(made.joinUrl).toMatch(/^https:\/\/counterfoil\.example\/join\/[\w-]{43}$/)
  expect(made.joinUrl).not.toContain(made.meetingToken)
  const shown = await app.stranger().call(meetings.show, { token: made.meetingToken })
  expect(shown).toMatchObject({
    state: 'booked',
    start,
    zone: berlin,
    title: 'Consultation call',
    minutes: 30,
    contact: 'video',
    sequence: 0,
    canChange: true,
    joinUrl: made.joinUrl,
    cancelledBy: null,
    host: made.host,
  })
  expect(Date.parse(start) - Date.parse(shown.changeUntil)).toBe(3_600_000)
  const agent = await app.person('agent')
  expect(await allInquiries(agent)).toMatchObject([
    { ...ada, service: 'consultation', message: 'About\nslips', status: 'new' },
  ])
  const [row] = await app.db.select({ page: leads.page }).from(leads)
  expect(row?.page).toBe('/book/consultation#form')
  expect((await agent.call(inbox.list, {})).items).toEqual([])
  const [alert] = await app.db.select().from(notifications)
  expect(alert).toMatchObject({ event: 'lead.created', withdrawnAt: null })
  const mails = await app.db.select({ kind: mailMessages.kind }).from(mailMessages)
  expect(mails).toEqual([{ kind: 'lead_alert' }, { kind: 'meeting' }])
  const acts = await app.db.select().from(auditEntries)
  expect(acts.map(({ action }) => action)).toContain('booking.confirmed')
  expect(JSON.stringify(acts)).not.toContain('Ada')
  expect(await wrongCells(app)).toEqual([])
})

test('the same hold again answers the same call, also at once, whatever else is sent', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { holdToken } = await hold(app, await startAt(app, 0))
  const all = await Promise.all([1, 2, 3, 4].map(() => confirm(app, holdToken)))
  const later = await confirm(app, holdToken, { name: 'Ben', email: 'ben@n.test' })
  expect(new Set([...all, later].map(({ meetingToken }) => meetingToken)).size).toBe(1)
  expect(await app.db.select({ name: bookings.name }).from(bookings)).toEqual([{ name: ada.name }])
  expect(await app.db.$count(leads)).toBe(1)
  const unknown = await failureOf(confirm(app, 'x'.repeat(43)))
  expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
})

test('what is missing is named', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { holdToken } = await hold(app, await startAt(app, 0))
  const refused = async (more: object) => (await failureOf(confirm(app, holdToken, more))).fields
  for (const name of [' ', '\u200b', '\u3164\u00ad']) {
    expect(await refused({ name })).toEqual({ name: 'Name is required' })
  }
  for (const email of ['', 'ada', 'ada@', 'a b@n.test']) {
    expect(await refused({ email })).toEqual({ email: 'Valid email is required' })
  }
  expect(await refused({ contact: 'phone' })).toEqual({
    phone: 'A phone number is required for a phone call',
  })
  expect(await refused({ contact: 'in_person' })).toMatchObject({ contact: expect.any(String) })
  expect(await refused({ zone: 'Mars/Olympus' })).toEqual({ zone: 'Unknown time zone' })
  expect(await confirm(app, holdToken, { contact: 'phone', phone: '1' })).toMatchObject({
    joinUrl: null,
  })
})

test('a phone number is made of digits and the signs of numbers', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { holdToken } = await hold(app, await startAt(app, 0))
  const by = (phone: string) => confirm(app, holdToken, { contact: 'phone', phone })
  const others = ['+49 30 1 call now', '０３０', '+49 30\n1', '1; 2', 'http://1.2/3', '\u202d1']
  for (const phone of ['Win: https://win.example', ...others]) {
    expect(await failureOf(by(phone)), phone).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { phone: 'Use only digits, spaces and + ( ) - . / x' },
    })
  }
  expect(await failureOf(by('5'.repeat(31)))).toMatchObject({
    fields: { phone: 'Use at most 30 characters' },
  })
  await by(' +49\u00a0(30) 12-34.5/6\u2009x78 ')
  const [row] = await app.db.select({ phone: bookings.phone }).from(bookings)
  expect(row).toEqual({ phone: '+49 (30) 12-34.5/6 x78' })
})

test('a request has one call, is its sender’s, and prefers its assignee', async () => {
  const { app } = await openBooking()
  await using _ = app
  const second = await addHost(app, 'second')
  const { token, id } = await write(app)
  await app.db.update(leads).set({ assigneeId: second }).where(eq(leads.id, id))
  const none = await app.stranger().call(meetings.ofRequest, { token })
  expect(none).toEqual({ meeting: null })
  const start = await startAt(app, 0)
  const { holdToken } = await hold(app, start, { requestToken: token })
  const other = { requestToken: token, name: 'Eve', email: 'eve@n.test', company: '' }
  const made = await confirm(app, holdToken, other)
  const [row] = await app.db.select().from(bookings)
  expect(row).toMatchObject({ ...ada, company: 'Northfold Logistics', inquiryId: id })
  expect(row?.hostId).toBe(second)
  expect(await app.db.$count(leads)).toBe(1)
  expect(await show(app, token)).toMatchObject({ state: 'answered', answeredHow: 'booking' })
  const { meeting } = await app.stranger().call(meetings.ofRequest, { token })
  expect(meeting).toMatchObject({ start, state: 'booked', meetingUrl: made.meetingUrl })
  const again = await hold(app, await startAt(app, 3), { requestToken: token })
  expect(await failureOf(confirm(app, again.holdToken, other))).toMatchObject({
    code: 'conflict',
    message: 'This request already has a call.',
  })
  const cancelling = { token: made.meetingToken, sequence: 0 }
  await app.stranger().call(meetings.cancel, cancelling)
  expect(await confirm(app, again.holdToken, other)).toMatchObject({ state: 'booked' })
  const unknown = { requestToken: 'x'.repeat(43) }
  expect(await failureOf(hold(app, start, unknown))).toMatchObject({ code: 'not_found' })
  expect(await wrongCells(app)).toEqual([])
})

test('two holds at once for one request give it one call', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { token: requestToken } = await write(app)
  const tokens = []
  for (const index of [0, 3]) tokens.push(await hold(app, await startAt(app, index)))
  const both = await Promise.allSettled(
    tokens.map(({ holdToken }) => confirm(app, holdToken, { requestToken })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('what looks like spam is answered alike, and takes no time of anybody', async () => {
  const { app } = await openBooking(mail)
  await using _ = app
  const start = await startAt(app, 0)
  const honest = await hold(app, start)
  const spam = await hold(app, await startAt(app, 3))
  const fast = await hold(app, await startAt(app, 5))
  const taken = await confirm(app, honest.holdToken)
  const pending = await confirm(app, spam.holdToken, { website: 'http://x', email: 'b@n.test' })
  const quick = await confirm(app, fast.holdToken, { filledInMs: 100, email: 'c@n.test' })
  for (const one of [pending, quick]) {
    expect(one.state).toBe('pending')
    expect(Object.keys(one)).toEqual(Object.keys(taken))
  }
  expect(await startAt(app, 0)).not.toBe(spam.start)
  expect(await hold(app, spam.start, {}, '203.0.113.1')).toMatchObject({ start: spam.start })
  const agent = await app.person('agent')
  expect(await allInquiries(agent)).toHaveLength(1)
  expect(await allInquiries(agent, 'true')).toMatchObject([
    { quarantineReasons: ['too_fast'] },
    { quarantineReasons: ['honeypot'] },
  ])
  const events = await app.db.select({ event: notifications.event }).from(notifications)
  expect(events.map(({ event }) => event).sort()).toEqual(['booking.created', 'lead.created'])
  const token = quick.meetingToken
  const wish = { token, start: await startAt(app, 9), zone: berlin, sequence: 0 }
  const moved = await app.stranger().call(meetings.move, wish)
  expect(moved).toMatchObject({ state: 'pending', start: wish.start, sequence: 1 })
  expect(await wrongCells(app)).toEqual([])
  const suspect = await write(app, { website: 'http://x', message: 'Buy' })
  const { holdToken } = await hold(app, await startAt(app, 12), {}, '203.0.113.2')
  const ofSuspect = { requestToken: suspect.token }
  expect(await confirm(app, holdToken, ofSuspect, '203.0.113.2')).toMatchObject({
    state: 'pending',
  })
  expect(await wrongCells(app)).toEqual([])
  // A sender who was mistaken for a bot can book again for the same request.
  const { token: requestToken } = await write(app, { message: 'Slips' })
  const again = async (at: number, more: object) => {
    const held = await hold(app, await startAt(app, at), {}, '203.0.113.4')
    return confirm(app, held.holdToken, { requestToken, ...more }, '203.0.113.4')
  }
  expect(await again(15, { website: 'http://x' })).toMatchObject({ state: 'pending' })
  expect(await again(18, {})).toMatchObject({ state: 'booked' })
})

test('an address has two calls to come, whoever asks; spam under it does not count', async () => {
  const { app } = await openBooking()
  await using _ = app
  await book(app, 0, { website: 'http://x' }, '203.0.113.0')
  for (const at of [1, 2]) await book(app, 3 * at, {}, `203.0.113.${at}`)
  const third = book(app, 9, { email: 'ADA@northfold.test' }, '203.0.113.3')
  expect(await failureOf(third)).toMatchObject({
    code: 'too_many_requests',
    retryAfter: 60,
    message: 'Too many requests. Please wait a minute and try again.',
  })
  await book(app, 12, { email: 'ben@n.test' }, '203.0.113.3')
})

test('calls that their visitor cancelled count for a day, others do not', async () => {
  const { app } = await openBooking()
  await using _ = app
  const agent = await app.person('agent')
  const cancel = (token: string) =>
    app.stranger().call(meetings.cancel, { token, sequence: 0, reason: '' })
  await book(app)
  const [byStaff] = await app.db.select({ id: bookings.id }).from(bookings)
  await agent.call(agenda.cancel, { id: byStaff?.id ?? '', sequence: 0, reason: '' })
  for (const _ of [1, 2]) await cancel((await book(app)).meetingToken)
  const again = () => book(app, 0, { email: 'Ada@Northfold.test' })
  expect(await failureOf(again())).toMatchObject({ code: 'too_many_requests', retryAfter: 60 })
  await app.db.update(bookings).set({ cancelledAt: sql`now() - interval '25 hours'` })
  expect(await again()).toMatchObject({ state: 'booked' })
})

test('an address books twenty times in ten minutes, networks around it more', async () => {
  const { app } = await openBooking()
  await using _ = app
  const at = await freeStartsOf(app)
  const bookAs = async (n: number, address: string) => {
    const { holdToken } = await hold(app, at[2 * n] ?? '', {}, address)
    return confirm(app, holdToken, { email: `${n}@n.test` }, address)
  }
  for (let n = 0; n < 20; n++) await bookAs(n, '2001:db8:0:100::1')
  expect(await failureOf(bookAs(20, '2001:db8:0:100::2'))).toMatchObject({
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  expect(await bookAs(21, '2001:db8:0:101::1')).toMatchObject({ state: 'booked' })
})

test('a hold with somebody who takes no calls any more goes to another host, or is taken', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const { holdToken } = await hold(app, await startAt(app, 0))
  await app.db.update(hosts).set({ active: false })
  expect(await failureOf(confirm(app, holdToken))).toMatchObject({ code: 'slot_taken' })
  expect(await wrongCells(app)).toEqual([])
  const second = await addHost(app, 'second')
  const { holdToken: busy } = await hold(app, await startAt(app, 1), {}, '203.0.113.1')
  expect(await failureOf(confirm(app, holdToken))).toMatchObject({ code: 'slot_taken' })
  await app.db.delete(bookings).where(eq(bookings.hostId, second))
  expect(await failureOf(confirm(app, busy))).toMatchObject({ code: 'not_found' })
  expect(await confirm(app, holdToken)).toMatchObject({ state: 'booked' })
  const [row] = await app.db.select().from(bookings)
  expect(row?.hostId).toBe(second)
  expect(row?.hostId).not.toBe(hostId)
  expect(await wrongCells(app)).toEqual([])
})

test('a change of type, hours or notice leaves a hold alone', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { holdToken } = await hold(app, await startAt(app, 0))
  await app.db.execute(
    sql`update meeting_types set active = false, notice_minutes = 43000, minutes = 60`,
  )
  await app.db.execute(sql`update hosts set weekly = '[]'`)
  expect(await confirm(app, holdToken)).toMatchObject({ state: 'booked' })
})

test('a conversion links the call of its request to the client', async () => {
  const { app } = await openBooking()
  await using _ = app
  await book(app)
  const admin = await app.person('admin')
  const [lead] = await allInquiries(admin)
  const client = await admin.call(conversions.convert, { inquiryId: lead?.id ?? '' })
  const [row] = await app.db.select().from(bookings)
  expect(row?.clientId).toBe(client.id)
})
