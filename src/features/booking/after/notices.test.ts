import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { bookings, mailMessages, notifications, users } from '#server/database/schema.ts'
import { ada, book, openBooking, startAt, startIn } from '#test/harness/bookings.ts'
import { openCallMails } from '#test/harness/call-mails.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { receive } from '#test/harness/mail-thread.ts'
import { bounceOf, mailOf } from '#test/harness/mails.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { agenda } from '../agenda/contract.ts'
import { meetings } from '../bookings/contract.ts'
import { briefly, shortly } from './call-times.ts'

/** The host's notices about calls, latest first. */
const noticesTo = ({ db }: TestApp, userId: string) =>
  db
    .select({ event: notifications.event, title: notifications.title })
    .from(notifications)
    .where(sql`${notifications.userId} = ${userId} and tag like 'booking:%'
      and withdrawn_at is null`)
    .orderBy(notifications.createdAt, notifications.id)

async function theCall({ db }: TestApp) {
  const [booking] = await db.select().from(bookings)
  if (!booking) throw new Error('No call')
  return booking
}

test('the host hears of each change, and only the last one stays', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const { meetingToken: token, start } = await book(app)
  const time = shortly('UTC', new Date(start))
  expect(await noticesTo(app, hostId)).toEqual([
    { event: 'booking.created', title: `Ada Okafor booked ${time}` },
  ])
  const later = await startAt(app, 6)
  await app.stranger().call(meetings.move, { token, start: later, zone: 'UTC', sequence: 0 })
  const newTime = shortly('UTC', new Date(later))
  expect(await noticesTo(app, hostId)).toEqual([
    { event: 'booking.moved', title: `Ada Okafor moved the call to ${newTime}` },
  ])
  await app.stranger().call(meetings.cancel, { token, sequence: 1, reason: '' })
  expect(await noticesTo(app, hostId)).toEqual([
    { event: 'booking.cancelled', title: `Ada Okafor canceled the call on ${newTime}` },
  ])
})

test('a suspect’s call is told to nobody', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  await book(app, 0, { filledInMs: 1 })
  expect(await noticesTo(app, hostId)).toEqual([])
})

test('before the call its host is reminded, and asked afterwards whether it happened', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  await book(app)
  await startIn(app, 20)
  await app.work()
  expect(await noticesTo(app, hostId)).toMatchObject([{ event: 'booking.created' }])
  await startIn(app, 10)
  await app.work()
  expect(await noticesTo(app, hostId)).toEqual([
    { event: 'booking.soon', title: 'Ada Okafor · Call in 15 minutes' },
  ])
  await startIn(app, -35)
  await app.work()
  expect(await noticesTo(app, hostId)).toMatchObject([{ event: 'booking.soon' }])
  await startIn(app, -45)
  await app.work()
  expect(await noticesTo(app, hostId)).toEqual([
    { event: 'booking.outcome', title: 'Ada Okafor · Did the call happen?' },
  ])
})

test('nobody is asked for an outcome that is known', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  await book(app)
  await startIn(app, -31)
  await app.db.update(bookings).set({ outcome: 'happened' })
  await startIn(app, -45)
  await app.work()
  const events = (await noticesTo(app, hostId)).map(({ event }) => event)
  expect(events).toEqual(['booking.created'])
})

test('an invitation that comes back is shown in the agenda, and the host is told', async () => {
  await using all = await openCallMails()
  const { app, hostId, mailsTo } = all
  await book(app)
  const agent = await app.person('agent')
  const invitation = async () => (await agent.call(agenda.list, {})).items[0]?.invitation
  expect(await invitation()).toBe('queued')
  const [mail] = await mailsTo(ada.email)
  expect(await invitation()).toBe('accepted')
  const messageId = mail?.messageId ?? ''
  await receive(app, bounceOf({ messageId, to: ada.email }, { to: 'reply@in.n.test' }))
  expect(await invitation()).toBe('bounced')
  expect(await noticesTo(app, hostId)).toMatchObject([{ event: 'booking.invitation_bounced' }])
})

test('an invitation that is refused at once is told as well', async () => {
  await using all = await openCallMails()
  const { app, hostId, server } = all
  server.script = (step, to) => (step === 'recipient' && to === ada.email ? 550 : 'take')
  await book(app)
  await app.work()
  expect(await noticesTo(app, hostId)).toMatchObject([{ event: 'booking.invitation_bounced' }])
})

test('whoever did not come is sent a link to another time, once', async () => {
  await using all = await openCallMails()
  const { app, mailsTo } = all
  await book(app)
  await mailsTo(ada.email)
  const { id } = await theCall(app)
  const agent = await app.person('agent')
  const early = await failureOf(agent.call(agenda.offerAnother, { id }))
  expect(early.code).toBe('conflict')
  await app.db.update(bookings).set({ outcome: 'no_show' })
  await agent.call(agenda.offerAnother, { id })
  await agent.call(agenda.offerAnother, { id })
  const [mail, ...others] = await mailsTo(ada.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Shall we find another time?')
  const [link] = mail?.paragraphs ?? []
  expect(link).toMatch(/^Choose another time: https:\S+\/book\/consultation\?request=/)
  expect(mail?.calendars).toEqual([])
  await app.db.update(bookings).set({ email: 'nobody@example.com' })
  const unreachable = await failureOf(agent.call(agenda.offerAnother, { id }))
  expect(unreachable.message).toBe('No mail can go to this address.')
})

/** A calendar's reply to the invitation, as a mail. */
function replyOf(booking: { id: string }, to: string, status: string, more = { sequence: 0 }) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${booking.id}@counterfoil.example`,
    `SEQUENCE:${more.sequence}`,
    `ATTENDEE;CN="Ada; Okafor";PARTSTAT=${status};RSVP`,
    ` =FALSE:mailto:${ada.email}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return mailOf(lines.join('\n'), {
    To: to,
    'Content-Type': 'text/calendar; method=REPLY; charset=utf-8',
  })
}

test('a calendar that declines marks the call and cancels nothing', async () => {
  await using all = await openCallMails()
  const { app, hostId, mailsTo } = all
  await book(app)
  const [mail] = await mailsTo(ada.email)
  const call = await theCall(app)
  const to = mail?.replyTo ?? ''
  const from = { From: `Ada <${ada.email}>` }
  const send = async (status: string, sequence = 0, headers: Record<string, string> = from) => {
    const raw = replyOf(call, to, status, { sequence }).toString()
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    await receive(app, Buffer.from(head.join('') + raw.replace(/^From: .*\r\n/m, '')))
  }
  await send('DECLINED', 7)
  await send('DECLINED', 0, { From: 'Mallory <mallory@else.test>' })
  expect(await theCall(app)).toMatchObject({ visitorDeclinedAt: null })
  await send('DECLINED')
  expect(await theCall(app)).toMatchObject({ state: 'booked', sequence: 0 })
  expect((await theCall(app)).visitorDeclinedAt).not.toBeNull()
  const agent = await app.person('agent')
  expect((await agent.call(agenda.show, { id: call.id })).declined).toBe(true)
  const time = briefly('UTC', call.startsAt)
  expect(await noticesTo(app, hostId)).toMatchObject([
    { title: `Ada Okafor · Their calendar declined the call on ${time}` },
  ])
  await send('ACCEPTED')
  expect(await theCall(app)).toMatchObject({ visitorDeclinedAt: null })
})

test('the host of an erased person’s call is told, without a name', async () => {
  await using all = await openCallMails()
  const { app, hostId, mailsTo, server } = all
  const { start } = await book(app)
  await app.work()
  server.mails.length = 0
  const owner = await app.person('owner')
  await owner.call(dataExchange.erasePerson, { email: ada.email, confirmation: ada.email })
  const time = briefly('UTC', new Date(start))
  expect(await noticesTo(app, hostId)).toEqual([
    { event: 'booking.cancelled', title: `Call cancelled: ${time}` },
  ])
  const [mail] = await mailsTo('grace@n.test')
  expect(mail?.calendars[0]?.calendar).toMatchObject({ method: 'CANCEL', sequence: '1' })
  expect(mail?.raw.toString()).not.toContain('Ada')
  expect(await mailsTo(ada.email)).toEqual([])
  const [row] = await app.db.select().from(users).where(eq(users.id, hostId))
  expect(row?.email).toBe('grace@n.test')
  expect(await app.db.$count(mailMessages, eq(mailMessages.toAddress, ada.email))).toBe(0)
})
