import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bookingNotices,
  bookings,
  googleGrants,
  hosts,
  jobs,
  mailMessages,
  users,
} from '#server/database/schema.ts'
import { addHost, book, startAt } from '#test/harness/bookings.ts'
import {
  eventsAt,
  type GoogleBooking,
  hostAddress,
  openGoogleBooking,
  theCall,
  writeEvent,
} from '#test/harness/google-booking.ts'
import { openSmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { agenda } from '../agenda/contract.ts'
import { bookingHosts } from '../hosts/contract.ts'

const minuteMs = 60_000

const leaveGoogle = ({ admin, hostId: userId }: GoogleBooking) =>
  admin.call(bookingHosts.save, { userId, googleAddress: null })

async function openWithMail() {
  const server = await openSmtpStandIn()
  const scene = await openGoogleBooking({
    environment: { SMTP_URL: server.url, MAIL_FROM: 'desk@n.test', MAIL_TO: 'staff@n.test' },
  })
  const { app, hostId } = scene
  await app.db.update(users).set({ email: 'grace@n.test' }).where(eq(users.id, hostId))
  const toHost = async () => {
    const sent = await app.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, 'grace@n.test'))
    return sent.map(({ messageId }) => messageId.split('.')[2])
  }
  const invitations = () =>
    server.mails.filter(({ to, raw }) => to === 'grace@n.test' && raw.includes('BEGIN:VCALENDAR'))
  return {
    scene,
    app,
    toHost,
    invitations,
    async [Symbol.asyncDispose]() {
      await scene[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('a host with an event gets no invitation by mail, and hears once it is made', async () => {
  await using all = await openWithMail()
  const { scene, app, toHost, invitations } = all
  await book(app, 2)
  expect(await toHost()).toEqual([])
  await app.work()
  expect(await toHost()).toEqual(['host-booked'])
  const { id } = await theCall(scene)
  await scene.admin.call(agenda.move, { id, start: await startAt(app, 9), sequence: 0 })
  await app.work()
  await scene.admin.call(agenda.cancel, { id, sequence: 1, reason: '' })
  await app.work()
  expect((await toHost()).toSorted()).toEqual(['host-booked', 'host-cancelled', 'host-moved'])
  expect(invitations()).toEqual([])
})

test('after ten minutes of tries a mail invites the host, and an event of later has no attendee', async () => {
  await using all = await openWithMail()
  const { scene, app, toHost, invitations } = all
  scene.standIn.faults.push({
    call: 'calendar.events.insert',
    status: 403,
    reason: 'forbidden',
    times: 99,
  })
  await book(app, 2)
  await app.work()
  expect((await theCall(scene)).hostCalendar).toBeNull()
  const [again] = await app.db.select().from(jobs).where(eq(jobs.name, 'bookings.google_event'))
  expect(again?.runAt.getTime()).toBeGreaterThan(Date.now())
  await writeEvent(scene, Date.now() - 9 * minuteMs)
  expect(await toHost()).toEqual([])
  await writeEvent(scene, Date.now() - 10 * minuteMs)
  await app.work()
  expect((await theCall(scene)).hostCalendar).toBe('mail')
  expect(await toHost()).toEqual(['host-booked'])
  expect(invitations()).toHaveLength(1)
  scene.standIn.faults.length = 0
  await writeEvent(scene)
  expect(eventsAt(scene)).toMatchObject([{ attendees: [] }])
  expect(await toHost()).toEqual(['host-booked'])
})

test('without a connection, or without an address at Google, a mail invites at once', async () => {
  await using all = await openWithMail()
  const { scene, app, toHost } = all
  await scene.check()
  await app.db.update(googleGrants).set({ state: 'needs_reconnect' })
  await book(app, 2)
  expect(await toHost()).toEqual(['host-booked'])
  await app.work()
  expect((await theCall(scene)).hostCalendar).toBe('mail')
  await app.db.update(googleGrants).set({ state: 'ok' })
  await leaveGoogle(scene)
  await app.db.delete(bookings)
  await book(app, 5, { email: 'ben@n.test' })
  expect((await theCall(scene)).hostCalendar).toBe('mail')
})

test('who had a call by mail is uninvited by mail, also when the next host has an event', async () => {
  await using all = await openWithMail()
  const { scene, app, invitations } = all
  const { hostId } = scene
  await leaveGoogle(scene)
  await book(app, 2)
  await app.work()
  expect(invitations()).toHaveLength(1)
  const other = await addHost(app, 'sam')
  await app.db.update(hosts).set({ googleAddress: hostAddress }).where(eq(hosts.userId, other))
  const { id } = await theCall(scene)
  await scene.admin.call(agenda.reassign, { id, hostId: other, sequence: 0 })
  await app.work()
  expect((await theCall(scene)).hostCalendar).toBe('google')
  const cancels = invitations().filter(({ raw }) => raw.includes('METHOD:CANCEL'))
  expect(cancels).toHaveLength(1)
  const notices = await app.db
    .select()
    .from(bookingNotices)
    .where(eq(bookingNotices.kind, 'host-cancelled'))
  expect(notices).toMatchObject([{ calendar: 'mail', sequence: 1 }])
  expect(hostId).not.toBe(other)
})
