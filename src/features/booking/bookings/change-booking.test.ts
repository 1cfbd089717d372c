import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import {
  auditEntries,
  bookings,
  hosts,
  meetingTypes,
  replyDeadlines,
} from '#server/database/schema.ts'
import {
  addHost,
  berlin,
  book,
  freeStartsOf,
  openBooking,
  startAt,
  wrongCells,
} from '#test/harness/bookings.ts'
import { calendarOf, openCalendar } from '#test/harness/calendar-server.ts'
import { openCallMails } from '#test/harness/call-mails.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { agenda } from '../agenda/contract.ts'
import { availability } from '../availability/contract.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { confirmPending } from './confirm-pending.server.ts'
import { meetings } from './contract.ts'

const show = (app: TestApp, token: string) => app.stranger().call(meetings.show, { token })
const move = (app: TestApp, token: string, start: string, sequence = 0) =>
  app.stranger().call(meetings.move, { token, start, zone: berlin, sequence })
const cancel = (app: TestApp, token: string, sequence = 0) =>
  app.stranger().call(meetings.cancel, { token, sequence, reason: 'Ill' })

const changed = 'This call was changed in the meantime. Please look again.'

test('a call is moved, also to a time that overlaps its own, and frees the old one', async () => {
  const { app } = await openBooking()
  await using _ = app
  const all = await freeStartsOf(app)
  const { meetingToken: token } = await book(app, 4)
  const input = { type: 'consultation', zone: 'UTC' }
  const free = await app.stranger().call(meetings.slots, { token, zone: 'UTC' })
  expect(free).toEqual({
    ...(await app.stranger().call(availability.slots, input)),
    days: expect.anything(),
  })
  const starts = free.days.flatMap(({ slots }) => slots.map(({ start }) => start))
  expect(starts).toEqual(expect.arrayContaining(all.slice(0, 10)))
  const moved = await move(app, token, all[5] ?? '')
  expect(moved).toMatchObject({ start: all[5], sequence: 1, state: 'booked', canChange: true })
  expect(await wrongCells(app)).toEqual([])
  // Moving to the present start with an outdated sequence changes nothing.
  expect(await move(app, token, all[5] ?? '')).toEqual(moved)
  const stale = await failureOf(move(app, token, all[9] ?? ''))
  expect([stale.status, stale.code, stale.message]).toEqual([409, 'changed', changed])
  expect(await freeStartsOf(app)).toEqual(all.filter((one) => !all.slice(4, 7).includes(one)))
  const wrong = new Date(Date.parse(all[9] ?? '') + 60_000).toISOString()
  expect(await failureOf(move(app, token, wrong, 1))).toMatchObject({ code: 'invalid_input' })
  const acts = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'booking.moved'))
  expect(acts).toMatchObject([{ subject: 'booking', actorId: null }])
})

test('a move that finds its time taken leaves everything as it was', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { meetingToken: token } = await book(app, 0)
  const before = await show(app, token)
  const other = await book(app, 3, { email: 'ben@n.test' })
  expect(await failureOf(move(app, token, other.start))).toMatchObject({ code: 'slot_taken' })
  expect(await show(app, token)).toEqual(before)
  expect(await wrongCells(app)).toEqual([])
})

test('of two moves and of two calls for one time one succeeds', async () => {
  const { app } = await openBooking()
  await using _ = app
  const [one, two] = [await book(app, 0), await book(app, 3, { email: 'ben@n.test' })]
  const start = await startAt(app, 8)
  const codesOf = async (moves: Promise<unknown>[]) =>
    (await Promise.allSettled(moves)).map((each) =>
      each.status === 'fulfilled' ? 'moved' : each.reason.code,
    )
  const both = [one, two].map(({ meetingToken }) => move(app, meetingToken, start))
  expect((await codesOf(both)).sort()).toEqual(['moved', 'slot_taken'])
  const [a, b] = [await startAt(app, 12), await startAt(app, 16)]
  const third = await book(app, 20, { email: 'eve@n.test' })
  const codes = await codesOf([a, b].map((to) => move(app, third.meetingToken, to)))
  expect(codes.sort()).toEqual(['changed', 'moved'])
  expect(await wrongCells(app)).toEqual([])
})

test('a moved call stays with its host if free, else goes to another', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const { meetingToken: token } = await book(app, 0)
  const second = await addHost(app, 'second')
  const hostOf = async () => {
    const [row] = await app.db
      .select()
      .from(bookings)
      .where(eq(bookings.email, 'ada@northfold.test'))
    return row?.hostId
  }
  await move(app, token, await startAt(app, 6))
  expect(await hostOf()).toBe(hostId)
  const start = await startAt(app, 12)
  await app.db.execute(sql`
    insert into host_time_off (id, user_id, starts_at, ends_at)
    values (gen_random_uuid(), ${hostId}, ${start}, ${start}::timestamptz + interval '1 hour')`)
  await move(app, token, start, 1)
  expect(await hostOf()).toBe(second)
  expect(await wrongCells(app)).toEqual([])
})

test('a cancelled call frees its time for good, and is cancelled once', async () => {
  const { app } = await openBooking()
  await using _ = app
  const all = await freeStartsOf(app)
  const { meetingToken: token } = await book(app, 0)
  const stale = await failureOf(cancel(app, token, 7))
  expect([stale.code, stale.message]).toEqual(['changed', changed])
  const gone = await cancel(app, token)
  expect(gone).toMatchObject({ state: 'cancelled', cancelledBy: 'visitor', canChange: false })
  expect(gone.sequence).toBe(1)
  expect(await cancel(app, token)).toEqual(gone)
  expect(await failureOf(move(app, token, all[3] ?? '', 1))).toMatchObject({ code: 'changed' })
  expect(await freeStartsOf(app)).toEqual(all)
  expect(await app.db.select({ reason: bookings.cancelReason }).from(bookings)).toEqual([
    { reason: 'Ill' },
  ])
  expect(await wrongCells(app)).toEqual([])
})

test('a request whose visitor cancels waits again, until it gets a reply or its visitor a call', async () => {
  const { app } = await openBooking()
  await using _ = app
  const agent = await app.person('agent', 'sam')
  const waiting = async () => (await agent.call(inbox.list, {})).items
  const { meetingToken: token } = await book(app, 0)
  expect(await waiting()).toEqual([])
  await cancel(app, token)
  const [item] = await waiting()
  expect(item).toMatchObject({ reopenReason: 'cancelled', subject: { type: 'inquiry' } })
  expect(Date.parse(item?.dueAt ?? '')).toBeGreaterThan(Date.now())
  const { events } = await agent.call(inbox.show, { id: item?.id ?? '' })
  expect(events.at(-1)).toMatchObject({ type: 'reopened', details: { reason: 'cancelled' } })
  await book(app, 4)
  expect(await waiting()).toEqual([])
})

test('shortly before the call it is too late to change it', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { meetingToken: token } = await book(app, 0)
  const start = await startAt(app, 4)
  await app.db.update(meetingTypes).set({ changeUntilMinutes: 10_080 })
  expect((await show(app, token)).canChange).toBe(false)
  for (const attempt of [() => move(app, token, start), () => cancel(app, token)]) {
    const refused = await failureOf(attempt())
    expect([refused.status, refused.code]).toEqual([409, 'too_late'])
    expect(refused.message).toMatch(/^Less than 168 hours to go\. Please .*write to \S+@\S+\.$/)
  }
  await app.db.update(bookings).set({
    startsAt: sql`now() - interval '1 minute'`,
    endsAt: sql`now() + interval '1 hour'`,
  })
  expect((await failureOf(cancel(app, token))).message).toMatch(/^This call has begun or is over\./)
})

test('a visitor moves a call ten times', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { meetingToken: token } = await book(app, 0)
  await app.db.update(bookings).set({ visitorMoves: 9 })
  const start = await startAt(app, 4)
  await move(app, token, start)
  const refused = await failureOf(move(app, token, await startAt(app, 9), 1))
  expect(refused).toMatchObject({ code: 'too_late' })
  expect(refused.message).toMatch(/^This call has been moved too many times\. Please /)
  expect(await cancel(app, token, 1)).toMatchObject({ state: 'cancelled' })
})

test('changes of one call and looks with a token are limited', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { meetingToken: token, start } = await book(app, 0)
  for (let at = 0; at < 20; at++) await move(app, token, start)
  expect(await failureOf(move(app, token, start))).toMatchObject({ code: 'too_many_requests' })
  let refused: string | undefined
  for (let at = 0; at < 60 && !refused; at++) {
    refused = await show(app, token).then(
      () => undefined,
      ({ code }) => code,
    )
  }
  expect(refused).toBe('too_many_requests')
})

test('unknown, old and erased links are all not found, alike', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { meetingToken: token } = await book(app, 0)
  const answers: [number, object][] = []
  const ask = async (which: string) => {
    const answer = await app.send({ url: `/api/meetings/${which}` })
    answers.push([answer.statusCode, { ...answer.json(), requestId: '' }])
  }
  await ask('x'.repeat(43))
  await ask('short')
  await app.db.update(bookings).set({
    startsAt: sql`now() - interval '31 days'`,
    endsAt: sql`now() - interval '30.5 days'`,
  })
  await ask(token)
  await app.db.update(bookings).set({ endsAt: sql`now()` })
  expect(await show(app, token)).toMatchObject({ state: 'booked' })
  await app.db.update(bookings).set({ tokenHash: null, tokenEncrypted: null })
  await ask(token)
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(answers[0]?.[0]).toBe(404)
})

/** Books a call while the calendars of two hosts are readable, then makes them unreadable. */
async function openUnreadable() {
  const { says, fails, url, allow } = await openCalendar()
  const all = await openCallMails({ OUTBOUND_ALLOW: allow })
  const { app, mailsTo } = all
  const hosts = [all.hostId, await addHost(app, 'second')]
  const admin = await app.person('admin')
  for (const userId of hosts) {
    await admin.call(bookingHosts.save, { userId, icsUrl: url })
    await admin.call(bookingHosts.check, { userId })
  }
  const call = await book(app, 2)
  const theCall = async () => (await app.db.select().from(bookings))[0]
  const { id = '', hostId = '' } = (await theCall()) ?? {}
  await mailsTo('ada@northfold.test')
  const start = await startAt(app, 8)
  const forget = () => app.db.execute(sql`update host_busy set ok_at = ok_at - interval '1 hour'`)
  await forget()
  fails()
  const other = hosts.find((one) => one !== hostId) ?? ''
  const moves = {
    visitor: () => move(app, call.meetingToken, start),
    staff: () => admin.call(agenda.move, { id, start, sequence: 0 }),
    'another host': () => admin.call(agenda.reassign, { id, hostId: other, sequence: 0 }),
  }
  const confirm = () => confirmPending.run({ ...app.deps, log: app.fastify.log }, {})
  return { ...all, says, forget, moves, confirm, theCall, admin, id }
}

const waiting = { state: 'pending', pendingReason: 'calendar', sequence: 1 }

test.each(['visitor', 'staff', 'another host'] as const)(
  'a call moved by or to %s onto a time that no calendar can be asked about waits for one',
  async (by) => {
    await using scene = await openUnreadable()
    const { app, says, moves, confirm, theCall, mailsTo } = scene
    expect(await moves[by]()).toMatchObject({ state: 'pending', sequence: 1 })
    expect(await theCall()).toMatchObject(waiting)
    expect(await wrongCells(app)).toEqual([])
    const subjects = async () => (await mailsTo('ada@northfold.test')).map(({ subject }) => subject)
    expect(await subjects()).toEqual([expect.stringMatching(/^We are confirming your call/)])
    await confirm()
    expect(await theCall()).toMatchObject(waiting)
    says(calendarOf())
    await confirm()
    expect(await theCall()).toMatchObject({ state: 'booked', pendingReason: null, sequence: 1 })
    expect(await subjects()).toEqual([expect.stringMatching(/^Your call with /)])
  },
)

test('a moved call whose time is busy is cancelled, withdrawn from calendars and to be answered', async () => {
  await using scene = await openUnreadable()
  const { app, says, moves, confirm, theCall, mailsTo } = scene
  await mailsTo('grace@n.test')
  await moves.visitor()
  const compact = (iso: Date | undefined) => iso?.toISOString().replace(/[-:]|\.\d+/g, '') ?? ''
  const { startsAt, endsAt } = (await theCall()) ?? {}
  says(calendarOf([compact(startsAt), compact(endsAt)]))
  await confirm()
  expect(await theCall()).toMatchObject({ state: 'cancelled', cancelledBy: 'system' })
  expect(await app.db.$count(replyDeadlines, sql`met_at is null`)).toBe(1)
  for (const address of ['ada@northfold.test', 'grace@n.test']) {
    const [withdrawn] = (await mailsTo(address)).slice(-1)
    expect(withdrawn?.calendars[0]?.calendar).toMatchObject({
      method: 'CANCEL',
      status: 'CANCELLED',
    })
  }
})

test('a moved call that another host takes in the end is withdrawn from the calendar of the first', async () => {
  await using scene = await openUnreadable()
  const { app, says, moves, confirm, theCall, mailsTo } = scene
  await moves.visitor()
  await mailsTo('grace@n.test')
  says(calendarOf())
  const before = await theCall()
  await app.db
    .update(hosts)
    .set({ active: false })
    .where(eq(hosts.userId, before?.hostId ?? ''))
  await confirm()
  const after = await theCall()
  expect(after).toMatchObject({ state: 'booked' })
  expect(after?.hostId).not.toBe(before?.hostId)
  const [withdrawn] = await mailsTo('grace@n.test')
  expect(withdrawn?.calendars[0]?.calendar).toMatchObject({ method: 'CANCEL' })
})

test('staff move a call onto a busy time, which is booked', async () => {
  await using scene = await openUnreadable()
  const { says, moves, theCall, confirm } = scene
  says(calendarOf(['20200101T000000Z', '20990101T000000Z']))
  expect(await moves.staff()).toMatchObject({ state: 'booked', sequence: 1 })
  await confirm()
  expect(await theCall()).toMatchObject({ state: 'booked' })
})
