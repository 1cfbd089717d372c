import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bookingNotices,
  bookings,
  hosts,
  mailMessages,
  mailSuppressions,
  users,
} from '#server/database/schema.ts'
import { addressHash as hashOfAddress } from '#server/mail-addresses.ts'
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
  startIn,
} from '#test/harness/bookings.ts'
import { openCallMails } from '#test/harness/call-mails.ts'
import { faultsOf } from '#test/harness/mail-faults.ts'
import { write } from '#test/harness/requests.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { meetings } from '../bookings/contract.ts'
import { briefly, inWords } from './call-times.ts'
import { planReminders } from './reminders.server.ts'

const move = (app: TestApp, token: string, start: string, sequence = 0) =>
  app.stranger().call(meetings.move, { token, start, zone: berlin, sequence })
const cancel = (app: TestApp, token: string, sequence = 0) =>
  app.stranger().call(meetings.cancel, { token, sequence, reason: 'Ill' })

/** Hours. At any time of day, this is more than 26 hours away. */
const afternoon = 28

const utc = (time: string) => `${time.slice(0, 19)}Z`

async function theCall({ db }: TestApp) {
  const [booking] = await db.select().from(bookings)
  if (!booking) throw new Error('No call')
  return booking
}

test('visitor and host get one calendar entry each, in their own zones', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const made = await book(app, 0, { note: 'A secret note' })
  expect(made.mail).toBe('queued')
  const start = new Date(made.start)
  const { firm, hours } = app.deps.content.resolved()
  const [mail, ...others] = await mailsTo(ada.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Your call with ${firm.name}: ${briefly(berlin, start)}`)
  expect(mail?.paragraphs).toEqual([
    'Your call is booked.',
    `${inWords(berlin, start)}\n${inWords(hours.timeZone, start)}`,
    '30 minutes with Grace Hopper',
    `Join: ${made.joinUrl}`,
    `Move or cancel: ${made.meetingUrl}`,
  ])
  const { id } = await theCall(app)
  const host = new URL(app.deps.config.publicUrl).hostname
  expect(mail?.messageId).toBe(`<booking.${id}.booked.0@${host}>`)
  expect(mail?.replyTo).toMatch(/^reply\+[a-z2-7]{26}@in\.n\.test$/)
  const raw = mail?.raw.toString() ?? ''
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(raw).toMatch(/^Content-Type: multipart\/mixed/m)
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/m)
  expect(await faultsOf(mail?.raw ?? Buffer.of(), 2)).toEqual([])
  const [shown, file] = mail?.calendars ?? []
  expect(file?.filename).toBe('call.ics')
  expect(file?.content).toBe(shown?.content)
  expect(shown?.calendar).toMatchObject({
    method: 'REQUEST',
    uid: `${id}@${host}`,
    sequence: '0',
    dtstart: utc(made.start),
    organizer: `mailto:${mail?.replyTo}`,
    location: made.joinUrl,
    status: 'CONFIRMED',
    attendee: expect.stringMatching(new RegExp(`^mailto:${ada.email}$`, 'i')),
  })
  expect(raw).not.toContain('secret')
})

test('the host is invited by mail, once, with what they need for the call', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const { joinUrl, start } = await book(app)
  const [mail, ...others] = await mailsTo('grace@n.test')
  expect(others).toEqual([])
  const at = new Date(start)
  expect(mail?.subject).toBe(`Booked: call on ${briefly('UTC', at)}`)
  expect(mail?.paragraphs).toEqual([
    `${ada.name}\n${ada.company}`,
    inWords('UTC', at),
    expect.stringContaining('/admin/'),
  ])
  expect(mail?.calendars[0]?.calendar).toMatchObject({
    method: 'REQUEST',
    summary: `Call: ${ada.name}, ${ada.company}`,
    location: joinUrl,
    attendee: expect.stringMatching(/^mailto:grace@n\.test$/i),
  })
  expect(await theCall(app)).toMatchObject({ hostCalendar: 'mail' })
  const [row] = await app.db.select().from(mailMessages).where(eq(mailMessages.kind, 'meeting'))
  expect(JSON.stringify(row)).not.toContain(joinUrl?.split('/').at(-1) ?? 'none')
})

test('a move and a cancellation change the same entries', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const made = await book(app)
  const [first] = await mailsTo(ada.email)
  await mailsTo('grace@n.test')
  const later = await startAt(app, 6)
  await move(app, made.meetingToken, later)
  const [moved] = await mailsTo(ada.email)
  expect(moved?.subject).toContain(`, now ${briefly(berlin, new Date(later))}`)
  expect(moved?.paragraphs).toContain(`Before: ${inWords(berlin, new Date(made.start))}`)
  const uid = first?.calendars[0]?.calendar.uid
  expect(uid).toBeDefined()
  const entry = { uid, sequence: '1', dtstart: utc(later), method: 'REQUEST' }
  expect(moved?.calendars[0]?.calendar).toMatchObject(entry)
  const [toHost] = await mailsTo('grace@n.test')
  expect(toHost?.subject).toMatch(/^Moved: call on /)
  expect(toHost?.calendars[0]?.calendar).toMatchObject(entry)
  await cancel(app, made.meetingToken, 1)
  const [cancelled] = await mailsTo(ada.email)
  expect(cancelled?.paragraphs).toEqual([
    `Your call on ${inWords(berlin, new Date(later))} is cancelled.`,
    expect.stringMatching(/^Choose another time: https:.*\/book\/consultation\?request=[\w-]{43}$/),
  ])
  const end = { uid, sequence: '2', method: 'CANCEL', status: 'CANCELLED' }
  expect(cancelled?.calendars[0]?.calendar).toMatchObject(end)
  const [withdrawn] = await mailsTo('grace@n.test')
  expect(withdrawn?.subject).toMatch(/^Cancelled: call on /)
  expect(withdrawn?.calendars[0]?.calendar).toMatchObject(end)
  await cancel(app, made.meetingToken, 2)
  expect(await mailsTo(ada.email)).toEqual([])
})

test('a mail about an earlier state is not sent any more', async () => {
  await using all = await openCallMails()
  const { app, server, mailsTo, makeDue } = all
  server.script = () => 'cut'
  const { meetingToken } = await book(app)
  await app.work()
  await move(app, meetingToken, await startAt(app, 6))
  await app.work()
  server.script = () => 'take'
  await makeDue()
  const subjects = (await mailsTo(ada.email)).map(({ subject }) => subject?.split(':')[0])
  expect(subjects).toEqual(['Moved'])
  const rows = await app.db.select().from(mailMessages).where(eq(mailMessages.kind, 'meeting'))
  expect(rows.map(({ delivery }) => delivery)).toEqual(['accepted', 'accepted'])
})

/** Adds a second host, Linus, who gets the call because Grace no longer takes any. */
async function giveToLinus(app: TestApp, graceId: string, token: string, start: string) {
  const linus = await addHost(app, 'linus')
  const named = { displayName: 'Linus', email: 'linus@n.test' }
  await app.db.update(users).set(named).where(eq(users.id, linus))
  await app.db.update(hosts).set({ active: false }).where(eq(hosts.userId, graceId))
  await move(app, token, start)
}

test('whoever loses a call to another host hears of it, and the visitor of the new name', async () => {
  await using all = await openCallMails()
  const { app, hostId, server, mailsTo } = all
  const { meetingToken } = await book(app)
  await app.work()
  server.mails.length = 0
  await giveToLinus(app, hostId, meetingToken, await startAt(app, 6))
  const [moved] = await mailsTo(ada.email)
  expect(moved?.paragraphs).toContain('You will now talk to Linus.')
  const [withdrawn] = await mailsTo('grace@n.test')
  expect(withdrawn?.calendars[0]?.calendar).toMatchObject({ method: 'CANCEL', sequence: '1' })
  const [invited] = await mailsTo('linus@n.test')
  expect(invited?.subject).toMatch(/^Booked: /)
  expect(invited?.calendars[0]?.calendar).toMatchObject({ method: 'REQUEST', sequence: '1' })
})

test('a former host hears of it also when the call has changed again meanwhile', async () => {
  await using all = await openCallMails()
  const { app, hostId, server, mailsTo, makeDue } = all
  const { meetingToken } = await book(app)
  await app.work()
  server.mails.length = 0
  server.script = () => 'cut'
  await giveToLinus(app, hostId, meetingToken, await startAt(app, 6))
  await app.work()
  await move(app, meetingToken, await startAt(app, 9), 1)
  server.script = () => 'take'
  await makeDue()
  const [withdrawn] = await mailsTo('grace@n.test')
  expect(withdrawn?.calendars[0]?.calendar).toMatchObject({ method: 'CANCEL', sequence: '1' })
})

test('a call by phone names the number', async () => {
  await using all = await openCallMails()
  await book(all.app, 0, { contact: 'phone', phone: '+49 30 12' })
  const [mail] = await all.mailsTo(ada.email)
  expect(mail?.paragraphs).toContain('We call you on +49 30 12.')
  expect(mail?.paragraphs.join()).not.toContain('/join/')
})

/** The content of mails as text, with their calendars unfolded. */
const wordsOf = (mails: { subject?: string; paragraphs: string[]; calendars: object[] }[]) =>
  JSON.stringify(
    mails.map(({ subject, paragraphs, calendars }) => ({ subject, paragraphs, calendars })),
  )

test('no mail to a visitor has a word that was typed, old requests included', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const typed = { ...ada, name: 'Win-Name', company: 'Win-Company', message: 'Win-Message' }
  const { token } = await write(app, typed)
  const old = JSON.stringify({ phone: 'Win: https://win.example' })
  await app.db.execute(sql`update inquiries set consultation_data = ${old}::jsonb`)
  const { holdToken } = await hold(app, await startAt(app, afternoon), { requestToken: token })
  const more = { requestToken: token, note: 'Win-Note', page: '/win', contact: 'phone' } as const
  const { meetingToken } = await confirm(app, holdToken, more)
  const mails = await mailsTo(ada.email)
  expect(mails.at(-1)?.paragraphs).toContain('We call you.')
  expect(mails.at(-1)?.calendars[0]?.calendar).toMatchObject({
    location: `${app.deps.content.resolved().firm.name} calls you`,
  })
  await startIn(app, 24 * 60 - 5)
  mails.push(...(await mailsTo(ada.email)))
  await cancel(app, meetingToken)
  mails.push(...(await mailsTo(ada.email)))
  expect(mails).toHaveLength(4)
  // Tokens in links are random, so a bare "win" may stand in one.
  expect(wordsOf(mails)).not.toMatch(/win[-:.]|\/win\b/i)
  // The host needs the details to take the call.
  expect(wordsOf(await mailsTo('grace@n.test'))).toContain('Win-Name')
})

/** Makes sent mails one hour older. */
const anHourLater = ({ db }: TestApp) =>
  db.execute(sql`update mail_messages set accepted_at = accepted_at - interval '61 minutes'`)

test('a mailbox gets three mails about calls in an hour, then how they stand in the end', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const { meetingToken } = await book(app)
  const subjects = (await mailsTo(ada.email)).map(({ subject }) => subject)
  const starts = await freeStartsOf(app)
  for (let at = 0; at < 9; at++) {
    await move(app, meetingToken, starts[6 + at] ?? '', at)
    subjects.push(...(await mailsTo(ada.email)).map(({ subject }) => subject))
  }
  expect(subjects.map((subject) => subject?.split(':')[0])).toEqual([
    `Your call with ${app.deps.content.resolved().firm.name}`,
    'Moved',
    'Moved',
  ])
  // Hosts are notified of every move.
  expect(await mailsTo('grace@n.test')).toHaveLength(10)
  await cancel(app, meetingToken, 9)
  expect(await mailsTo(ada.email)).toEqual([])
  await anHourLater(app)
  const [last, ...others] = await mailsTo(ada.email)
  expect(last?.subject).toMatch(/^Cancelled: /)
  expect(last?.calendars[0]?.calendar).toMatchObject({ method: 'CANCEL', sequence: '10' })
  expect(others).toEqual([])
  await anHourLater(app)
  expect(await mailsTo(ada.email)).toEqual([])
})

test('tags, capitals and several calls are one mailbox; others are not held up', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const to = ['ada+1@northfold.test', 'ADA@northfold.test', 'ada+2+x@northfold.test', ada.email]
  for (const [at, email] of to.entries()) await book(app, 3 * at, { email }, `203.0.${at}.1`)
  await book(app, 3, { email: 'ben@n.test' })
  await app.work()
  const sent = all.server.mails.map(({ to: address }) => address.toLowerCase())
  expect(sent.filter((address) => address.startsWith('ada'))).toHaveLength(3)
  expect(sent).toContain('ben@n.test')
  await anHourLater(app)
  const waited = await mailsTo(ada.email)
  expect(waited.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your call /)])
})

test('a reminder is sent to a mailbox that had its three mails', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const { meetingToken } = await book(app, afternoon)
  for (const at of [0, 1]) {
    await mailsTo(ada.email)
    await move(app, meetingToken, await startAt(app, afternoon + 3 + at), at)
  }
  expect(await mailsTo(ada.email)).toHaveLength(1)
  await startIn(app, 55)
  const [reminder] = await mailsTo(ada.email)
  expect(reminder?.subject).toMatch(/^Reminder: /)
})

test('a suspect is not written to, and is told the same as others', async () => {
  await using all = await openCallMails()
  const made = await book(all.app, 0, { filledInMs: 1 })
  expect(made).toMatchObject({ state: 'pending', mail: 'queued' })
  await move(all.app, made.meetingToken, await startAt(all.app, 6))
  await cancel(all.app, made.meetingToken, 1)
  await all.app.work()
  expect(all.server.mails).toEqual([])
})

test('nobody who asked for silence is written to', async () => {
  await using all = await openCallMails()
  const [addressHash, reason] = [hashOfAddress(ada.email), 'not_me' as const]
  await all.app.db.insert(mailSuppressions).values({ addressHash, reason })
  await book(all.app)
  expect(await all.mailsTo(ada.email)).toEqual([])
  expect(await all.mailsTo('grace@n.test')).toHaveLength(1)
})

test('without a mail server calls are booked, moved and cancelled, and the answer says so', async () => {
  const { app } = await openBooking()
  await using _ = app
  const made = await book(app)
  expect(made.mail).toBe('off')
  await move(app, made.meetingToken, await startAt(app, 6))
  await cancel(app, made.meetingToken, 1)
  expect(await app.db.$count(bookingNotices, sql`kind not like 'booking.%'`)).toBe(0)
  expect(await app.db.$count(mailMessages)).toBe(0)
})

test('a day and an hour before the call its visitor is reminded', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const made = await book(app, afternoon)
  await mailsTo(ada.email)
  await startIn(app, 24 * 60 + 5)
  expect(await mailsTo(ada.email)).toEqual([])
  await startIn(app, 24 * 60 - 5)
  const [ofDay, ...others] = await mailsTo(ada.email)
  expect(others).toEqual([])
  const { startsAt } = await theCall(app)
  const { firm } = app.deps.content.resolved()
  expect(ofDay?.subject).toBe(`Reminder: your call with ${firm.name}, ${briefly(berlin, startsAt)}`)
  const links = [`Join: ${made.joinUrl}`, `Move or cancel: ${made.meetingUrl}`]
  expect(ofDay?.paragraphs.slice(1)).toEqual(links)
  expect(ofDay?.calendars).toEqual([])
  await startIn(app, 55)
  expect(await mailsTo(ada.email)).toHaveLength(1)
  expect(await mailsTo(ada.email)).toEqual([])
})

test('reminders that come late, or to a call that changed, are not sent', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  const { meetingToken } = await book(app, afternoon)
  await mailsTo(ada.email)
  await startIn(app, 21 * 60)
  expect(await mailsTo(ada.email)).toEqual([])
  await startIn(app, 48 * 60)
  await cancel(app, meetingToken)
  await mailsTo(ada.email)
  await startIn(app, 55)
  expect(await mailsTo(ada.email)).toEqual([])
})

test('a call that is booked at short notice has no reminder of the day before', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  await book(app, afternoon)
  await mailsTo(ada.email)
  const left = await app.db.execute<{ kind: string }>(
    sql`select payload ->> 'kind' as kind from jobs where name = 'bookings.remind' order by 1`,
  )
  expect(left.rows.map(({ kind }) => kind)).toEqual([
    'outcome',
    'reminder-day',
    'reminder-hour',
    'soon',
  ])
  await startIn(app, 25 * 60)
  const [call] = await app.db.select().from(bookings)
  await app.db.execute(sql`delete from jobs where name = 'bookings.remind'`)
  if (call) await app.db.transaction((tx) => planReminders(app.deps, tx, call))
  await startIn(app, 24 * 60 - 5)
  expect(await mailsTo(ada.email)).toEqual([])
})
