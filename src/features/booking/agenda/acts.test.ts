import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { timeline } from '#features/clients/timeline/contract.ts'
import { openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import {
  auditEntries,
  bookings,
  chatSessions,
  inquiries,
  replyDeadlines,
} from '#server/database/schema.ts'
import {
  ada,
  addHost,
  berlin,
  book,
  freeStartsOf,
  openBooking,
  startAt,
  wrongCells,
} from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import type { TestApp } from '#test/harness/test-app.ts'
import { meetings, visits } from '../bookings/contract.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { agenda } from './contract.ts'

const actsOf = async (app: TestApp) =>
  (
    await app.db
      .select({ action: auditEntries.action, actorId: auditEntries.actorId })
      .from(auditEntries)
      .where(eq(auditEntries.subject, 'booking'))
      .orderBy(auditEntries.at, auditEntries.id)
  ).map(({ action, actorId }) => `${action} by ${actorId ? 'staff' : 'visitor'}`)

async function openCall(index = 0, more: object = {}) {
  const { app, hostId } = await openBooking()
  const agent = await app.person('agent', 'sam')
  const { meetingToken, joinUrl } = await book(app, index, more)
  const [row] = await app.db.select({ id: bookings.id }).from(bookings)
  const id = row?.id ?? ''
  const joinToken = joinUrl?.split('/').at(-1) ?? ''
  return { app, hostId, agent, id, meetingToken, joinToken }
}

const toPast = { startsAt: sql`now() - interval '2 hours'`, endsAt: sql`now() - interval '1 hour'` }
const inSixMinutes = () => new Date(Date.now() + 6 * 60_000).toISOString()

test('staff move a call to any time that its host has free, but not to a taken one', async () => {
  const { app, agent, id, hostId } = await openCall()
  await using _ = app
  const other = await book(app, 3, { email: 'ben@n.test' })
  const before = await agent.call(agenda.show, { id })
  const taken = agent.call(agenda.move, { id, start: other.start, sequence: 0 })
  expect(await failureOf(taken)).toMatchObject({ status: 409, code: 'slot_taken' })
  expect(await agent.call(agenda.show, { id })).toEqual(before)
  // The start is within the notice and not on the hour.
  const start = inSixMinutes()
  const moved = await agent.call(agenda.move, { id, start, sequence: 0 })
  expect(moved).toMatchObject({ start, sequence: 1, zone: before.zone, host: { id: hostId } })
  expect(await agent.call(agenda.move, { id, start, sequence: 0 })).toEqual(moved)
  const stale = agent.call(agenda.move, { id, start: other.end, sequence: 0 })
  expect(await failureOf(stale)).toMatchObject({ status: 409, code: 'changed' })
  const past = agent.call(agenda.move, { id, start: '2001-01-01T00:00:00Z', sequence: 1 })
  expect(await failureOf(past)).toMatchObject({
    status: 400,
    fields: { start: expect.any(String) },
  })
  expect(await wrongCells(app)).toEqual([])
  expect((await actsOf(app)).at(-1)).toBe('booking.moved by staff')
})

test('a call goes to another host who has the time free, and frees that of the first', async () => {
  const { app, agent, id } = await openCall()
  await using _ = app
  const all = await freeStartsOf(app)
  const second = await addHost(app, 'second')
  const give = (hostId: string, sequence = 0) =>
    agent.call(agenda.reassign, { id, hostId, sequence })
  const given = await give(second)
  expect(given).toMatchObject({ host: { id: second, name: 'second' }, sequence: 1 })
  expect(await give(second)).toEqual(given)
  expect(await failureOf(give(randomUUID(), 1))).toMatchObject({
    status: 400,
    fields: { hostId: 'Choose someone who takes calls' },
  })
  const third = await addHost(app, 'third')
  await agent.call(agenda.create, {
    type: 'consultation',
    hostId: third,
    start: given.start,
    zone: 'UTC',
    name: 'Eve',
    email: 'eve@n.test',
    contact: 'video',
  })
  expect(await failureOf(give(third, 1))).toMatchObject({ code: 'slot_taken' })
  expect(await wrongCells(app)).toEqual([])
  expect((await freeStartsOf(app)).length).toBeGreaterThan(all.length)
  expect(await actsOf(app)).toContain('booking.reassigned by staff')
})

test('a call cancelled by staff is told to its visitor, and its request waits again', async () => {
  const { app, agent, id, hostId, meetingToken: token } = await openCall()
  await using _ = app
  const open = () => app.db.$count(replyDeadlines, sql`met_at is null and waived_at is null`)
  expect(await open()).toBe(0)
  const cancel = (sequence: number) =>
    agent.call(agenda.cancel, { id, sequence, reason: 'We are ill' })
  expect(await failureOf(cancel(3))).toMatchObject({ code: 'changed' })
  const gone = await cancel(0)
  expect(gone).toMatchObject({ state: 'cancelled', cancelledBy: 'staff', sequence: 1 })
  expect(gone.cancelReason).toBe('We are ill')
  expect(await cancel(0)).toEqual(gone)
  expect(await app.stranger().call(meetings.show, { token })).toMatchObject({
    state: 'cancelled',
    cancelledBy: 'staff',
  })
  expect(await open()).toBe(1)
  const start = await startAt(app, 5)
  for (const act of [
    () => agent.call(agenda.move, { id, start, sequence: 1 }),
    () => agent.call(agenda.reassign, { id, hostId, sequence: 1 }),
    () => agent.call(agenda.confirm, { id }),
    () => agent.call(agenda.setLink, { id, url: 'https://meet.test/a' }),
  ]) {
    expect(await failureOf(act())).toMatchObject({ status: 409, code: 'changed' })
  }
  expect(await wrongCells(app)).toEqual([])
})

test('a suspect is confirmed with its request, unless its time is taken', async () => {
  const { app, agent, id } = await openCall(0, { website: 'http://spam.test' })
  await using _ = app
  const before = await agent.call(agenda.show, { id })
  expect(before).toMatchObject({ state: 'pending', pendingReason: 'suspect' })
  const other = await book(app, 0, { email: 'ben@n.test' })
  expect(other.start).toBe(before.start)
  const taken = agent.call(agenda.confirm, { id })
  expect(await failureOf(taken)).toMatchObject({ status: 409, code: 'slot_taken' })
  expect(await app.db.$count(inquiries, eq(inquiries.quarantined, true))).toBe(1)
  const start = await startAt(app, 5)
  expect(await agent.call(agenda.move, { id, start, sequence: 0 })).toMatchObject({
    start,
    state: 'pending',
    pendingReason: 'suspect',
  })
  expect(await wrongCells(app)).toEqual([])
  const confirmed = await agent.call(agenda.confirm, { id })
  expect(confirmed).toMatchObject({ state: 'booked', pendingReason: null, sequence: 1 })
  expect(await agent.call(agenda.confirm, { id })).toEqual(confirmed)
  expect(await app.db.$count(inquiries, eq(inquiries.quarantined, true))).toBe(0)
  expect(await app.db.$count(replyDeadlines, sql`met_at is null`)).toBe(0)
  expect(await wrongCells(app)).toEqual([])
  expect((await actsOf(app)).at(-1)).toBe('booking.confirmed by staff')
})

test('a call that waits for a calendar keeps its time when it is confirmed', async () => {
  const { app, agent, id } = await openCall()
  await using _ = app
  await app.db.update(bookings).set({ state: 'pending', pendingReason: 'calendar' })
  expect(await agent.call(agenda.confirm, { id })).toMatchObject({ state: 'booked', sequence: 0 })
  expect(await wrongCells(app)).toEqual([])
})

test('an outcome is stated once the call has begun, and can be changed', async () => {
  const { app, agent, id } = await openCall()
  await using _ = app
  const state = (outcome: 'happened' | 'no_show') => agent.call(agenda.setOutcome, { id, outcome })
  expect(await failureOf(state('happened'))).toMatchObject({ status: 409, code: 'conflict' })
  await app.db.update(bookings).set(toPast)
  expect(await state('no_show')).toMatchObject({ outcome: 'no_show', sequence: 0 })
  expect(await state('happened')).toMatchObject({ outcome: 'happened', outcomeNotes: null })
  const notes = 'They decide\nin May'
  const noted = await agent.call(agenda.setOutcome, { id, outcome: 'happened', notes })
  expect(noted).toMatchObject({ outcomeNotes: notes })
  expect(await state('happened')).toEqual(noted)
  const outcomes = (await actsOf(app)).filter((act) => act.startsWith('booking.outcome'))
  expect(outcomes).toHaveLength(3)
  const admin = await app.person('admin')
  const { id: clientId } = await admin.call(clients.create, { name: 'Ada', email: 'a@n.test' })
  await app.db.update(bookings).set({ clientId })
  const { entries } = await agent.call(timeline.show, { id: clientId })
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'call', text: notes }))
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const moved = agent.call(agenda.move, { id, start, sequence: 0 })
  expect(await failureOf(moved)).toMatchObject({ status: 409, code: 'too_late' })
  const cancelled = agent.call(agenda.cancel, { id, sequence: 0 })
  expect(await failureOf(cancelled)).toMatchObject({ status: 409, code: 'too_late' })
})

test('a call has the link of its host until it has one of its own, for the visitor too', async () => {
  const { app, agent, id, hostId, joinToken } = await openCall()
  await using _ = app
  const joined = async () => (await app.stranger().call(visits.join, { token: joinToken })).url
  const set = (url: string | null) => agent.call(agenda.setLink, { id, url })
  expect(await agent.call(agenda.show, { id })).toMatchObject({ link: null })
  expect(await joined()).toBeNull()
  const meetingLink = 'https://meet.test/room'
  const admin = await app.person('admin')
  await admin.call(bookingHosts.save, { userId: hostId, meetingLink })
  expect(await agent.call(agenda.show, { id })).toMatchObject({ link: meetingLink })
  expect(await joined()).toBe(meetingLink)
  expect(await set('https://meet.test/own')).toMatchObject({ link: 'https://meet.test/own' })
  expect(await joined()).toBe('https://meet.test/own')
  expect(await failureOf(set('http://meet.test/own'))).toMatchObject({ status: 400 })
  expect(await set(null)).toMatchObject({ link: meetingLink })
  expect(await joined()).toBe(meetingLink)
})

test('staff book for a caller, once, at any time at which the host has no other call', async () => {
  const { app, agent, hostId } = await openCall()
  await using _ = app
  const start = inSixMinutes()
  const given = { type: 'consultation', hostId, start, zone: 'Asia/Kathmandu' }
  const eve = { name: 'Eve', email: 'eve@n.test', contact: 'phone' } as const
  const missing = agent.call(agenda.create, { ...given, ...eve })
  expect(await failureOf(missing)).toMatchObject({ fields: { phone: expect.any(String) } })
  const book = () =>
    agent.call(agenda.create, { ...given, ...eve, phone: '1' }, { idempotencyKey: 'key-1' })
  const made = await book()
  expect(made).toMatchObject({ ...eve, start, state: 'booked', host: { id: hostId }, link: null })
  expect(await book()).toEqual(made)
  const [lead] = await app.db
    .select()
    .from(inquiries)
    .where(eq(inquiries.id, made.inquiryId ?? ''))
  expect(lead).toMatchObject({ name: 'Eve', message: 'Booked a call: Consultation call' })
  const again = agent.call(agenda.create, { ...given, ...eve, phone: '1' })
  expect(await failureOf(again)).toMatchObject({ status: 409, code: 'slot_taken' })
  const { inquiryId } = made
  const further = { ...given, start: await startAt(app, 9), inquiryId, contact: 'video' } as const
  expect(await failureOf(agent.call(agenda.create, further))).toMatchObject({
    status: 400,
    fields: { further: 'This request already has a call to come' },
  })
  const second = await agent.call(agenda.create, { ...further, further: true })
  expect(second).toMatchObject({ name: 'Eve', email: 'eve@n.test', phone: '1', inquiryId })
  expect(await app.db.$count(replyDeadlines, sql`met_at is null`)).toBe(0)
  expect(await wrongCells(app)).toEqual([])
  const { name } = ada
  expect(await agent.call(agenda.list, {})).toMatchObject({
    items: [{ name: 'Eve' }, { name }, { name: 'Eve' }],
  })
})

test('staff see the free times of one host, and a call booked for a client is the client’s', async () => {
  const { app, agent, hostId } = await openCall()
  await using _ = app
  const second = await addHost(app, 'second')
  const freeOf = async (hostId: string) => {
    const { days } = await agent.call(agenda.slots, { type: 'consultation', hostId, zone: 'UTC' })
    return days.flatMap(({ slots }) => slots.map(({ start }) => start))
  }
  const [first] = await app.db.select({ at: bookings.startsAt }).from(bookings)
  const taken = first?.at.toISOString() ?? ''
  expect(await freeOf(hostId)).not.toContain(taken)
  expect(await freeOf(second)).toContain(taken)
  const admin = await app.person('admin')
  const client = await admin.call(clients.create, { name: 'Ivo', email: 'ivo@n.test' })
  const call = await agent.call(agenda.create, {
    type: 'consultation',
    hostId: second,
    start: taken,
    zone: 'UTC',
    clientId: client.id,
    contact: 'video',
  })
  expect(call).toMatchObject({ name: 'Ivo', email: 'ivo@n.test', clientId: client.id })
  const [lead] = await app.db.select().from(inquiries).where(eq(inquiries.email, 'ivo@n.test'))
  expect(lead).toMatchObject({ id: call.inquiryId, clientId: client.id, status: 'converted' })
})

test('a call booked in a chat has its visitor, is its client’s, and answers it', async () => {
  const { app, agent, hostId } = await openCall()
  await using _ = app
  const admin = await app.person('admin')
  const client = await admin.call(clients.create, { name: 'Ivo', email: 'ivo@n.test' })
  const [chat] = await app.db
    .insert(chatSessions)
    .values({
      visitorHash: Buffer.alloc(32, 1),
      visitorName: 'Ben Ilves',
      visitorEmail: 'ben@tarn.test',
      visitorCompany: 'Tarn',
      clientId: client.id,
    })
    .returning()
  const chatSessionId = chat?.id ?? ''
  const openedAt = await databaseTime(app.db)
  await app.db.transaction((tx) =>
    openDeadline(app.deps, tx, { chatSessionId, kind: 'chat', openedAt }),
  )
  const more = { type: 'consultation', hostId, start: await startAt(app, 5) }
  const given = { ...more, contact: 'video' } as const
  const unknown = agent.call(agenda.create, { ...given, chatSessionId: randomUUID() })
  expect(await failureOf(unknown)).toMatchObject({
    fields: { chatSessionId: 'There’s no such chat' },
  })
  const call = await agent.call(agenda.create, { ...given, chatSessionId })
  const ben = { name: 'Ben Ilves', email: 'ben@tarn.test', company: 'Tarn', clientId: client.id }
  expect(call).toMatchObject({ ...ben, zone: 'America/Los_Angeles' })
  await app.db.update(bookings).set({ zone: berlin }).where(eq(bookings.id, call.id))
  const again = { ...given, start: await startAt(app, 8), ...ben, clientId: null }
  expect(await agent.call(agenda.create, again)).toMatchObject({ zone: berlin })
  const [lead] = await app.db.select().from(inquiries).where(eq(inquiries.email, ben.email))
  expect(lead).toMatchObject({ ...ben, id: call.inquiryId, status: 'converted' })
  const [row] = await app.db.select().from(bookings).where(eq(bookings.id, call.id))
  expect(row).toMatchObject({ chatSessionId })
  const ofChat = eq(replyDeadlines.chatSessionId, chatSessionId)
  expect(await app.db.select().from(replyDeadlines).where(ofChat)).toMatchObject([
    { evidence: 'booking', evidenceId: call.id },
  ])
})
