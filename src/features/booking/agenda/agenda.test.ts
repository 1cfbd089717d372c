import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { timeline } from '#features/clients/timeline/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import { bookings, hosts } from '#server/database/schema.ts'
import { addHost, book, hold, openBooking, startAt } from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { agenda } from './contract.ts'

const longAgo = {
  startsAt: sql`now() - interval '3 hours'`,
  endsAt: sql`now() - interval '2 hours'`,
}

test('the agenda lists calls by start, in pages and between two moments', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const agent = await app.person('agent', 'sam')
  const made = []
  for (const at of [0, 3, 6]) made.push(await book(app, at, { email: `${at}@n.test` }))
  await hold(app, await startAt(app, 12))
  const starts = async (more: object) =>
    (await agent.call(agenda.list, more)).items.map(({ start }) => start)
  const all = made.map(({ start }) => start)
  expect(await starts({})).toEqual(all)
  const first = await agent.call(agenda.list, { limit: 2 })
  expect(first.items.map(({ start }) => start)).toEqual(all.slice(0, 2))
  expect(first.items[0]).toMatchObject({
    title: 'Consultation call',
    zone: 'Europe/Berlin',
    contact: 'video',
    sequence: 0,
    host: { id: hostId },
    invitation: null,
    declined: false,
    outcome: null,
  })
  expect(await starts({ limit: 2, after: first.next })).toEqual(all.slice(2))
  expect(await starts({ until: all[1] })).toEqual(all.slice(0, 1))
  expect(await starts({ from: made[0]?.end })).toEqual(all.slice(1))
  expect(await starts({ from: made[0]?.start })).toEqual(all)
  expect(await starts({ host: 'me' })).toEqual([])
  expect(await starts({ host: hostId })).toEqual(all)
})

test('what waits for a decision is counted and listed, for everybody and for one host', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const agent = await app.person('agent', 'sam')
  await book(app, 0, { website: 'http://spam.test', email: 'a@n.test' })
  const over = await book(app, 3, { email: 'b@n.test' })
  const old = await book(app, 6, { website: 'http://spam.test', email: 'c@n.test' })
  await book(app, 9, { email: 'd@n.test' })
  for (const { start } of [over, old]) {
    await app.db
      .update(bookings)
      .set(longAgo)
      .where(eq(bookings.startsAt, new Date(start)))
  }
  const ask = (more: object) => agent.call(agenda.list, more)
  const emails = async (more: object) => (await ask(more)).items.map(({ email }) => email)
  expect((await ask({})).waiting).toEqual({ pending: 1, outcome: 1 })
  expect((await ask({ host: 'me' })).waiting).toEqual({ pending: 0, outcome: 0 })
  expect((await ask({ host: hostId })).waiting).toMatchObject({ pending: 1, outcome: 1 })
  expect(await emails({ waiting: 'pending' })).toEqual(['a@n.test'])
  const [{ id } = { id: '' }, ...others] = (await ask({ waiting: 'outcome' })).items
  expect(others).toEqual([])
  // Bookings that look like spam take no time and do not appear under a day.
  expect(await emails({})).toEqual(['b@n.test', 'd@n.test'])
  await agent.call(agenda.setOutcome, { id, outcome: 'happened' })
  expect((await ask({})).waiting).toMatchObject({ outcome: 0 })
})

test('the agenda says who takes calls and where they can be booked', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent', 'sam')
  const nobody = { items: [], next: null, hosts: [], shareUrl: null, calendars: [], paused: false }
  expect(await agent.call(agenda.list, {})).toMatchObject(nobody)
  const [zoe, ann] = [await addHost(app, 'zoe'), await addHost(app, 'ann')]
  const listed = await agent.call(agenda.list, {})
  expect(listed.hosts).toEqual([
    { id: ann, name: 'ann' },
    { id: zoe, name: 'zoe' },
  ])
  expect(listed.shareUrl).toMatch(/^https?:\/\/[^/]+\/book\/consultation$/)
  await app.db.update(hosts).set({ active: false }).where(eq(hosts.userId, ann))
  expect((await agent.call(agenda.list, {})).hosts).toMatchObject([{ id: zoe }])
})

test('a hold is no call, and only staff see one', async () => {
  const { app } = await openBooking()
  await using _ = app
  const agent = await app.person('agent', 'sam')
  await hold(app, await startAt(app, 0))
  const [row] = await app.db.select().from(bookings)
  const id = row?.id ?? ''
  for (const act of [
    () => agent.call(agenda.show, { id }),
    () => agent.call(agenda.cancel, { id, sequence: 0 }),
    () => agent.call(agenda.confirm, { id }),
  ]) {
    expect(await failureOf(act())).toMatchObject({ status: 404, code: 'not_found' })
  }
  const hidden = app.stranger().call(agenda.list, {})
  expect(await failureOf(hidden)).toMatchObject({ status: 401 })
})

test('a request and its client show their calls', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const admin = await app.person('admin', 'sam')
  const later = await book(app, 4, { email: 'b@n.test' })
  const first = await book(app, 0, { email: 'a@n.test' })
  await book(app, 9, { website: 'http://spam.test', email: 'c@n.test' })
  const { items } = await admin.call(agenda.list, {})
  const [a, b] = items.map(({ inquiryId }) => inquiryId ?? '')
  const { calls } = await admin.call(agenda.ofRequests, {})
  expect(calls).toEqual([
    { id: items[0]?.id, inquiryId: a, start: first.start, end: first.end },
    { id: items[1]?.id, inquiryId: b, start: later.start, end: later.end },
  ])
  await admin.call(agenda.cancel, { id: items[0]?.id ?? '', sequence: 0 })
  const again = await admin.call(agenda.create, {
    type: 'consultation',
    hostId,
    start: await startAt(app, 12),
    zone: 'UTC',
    inquiryId: a,
    contact: 'video',
    note: 'About slips',
  })
  const left = await admin.call(agenda.ofRequests, {})
  expect(left.calls.map(({ id }) => id)).toEqual([items[1]?.id, again.id])
  const ofRequest = await admin.call(agenda.list, { inquiryId: a })
  expect(ofRequest.items.map(({ state }) => state)).toEqual(['cancelled', 'booked'])
  const { id } = await admin.call(conversions.convert, { inquiryId: a ?? '', createProject: false })
  const { entries } = await admin.call(timeline.show, { id })
  expect(entries.filter(({ kind }) => kind === 'call')).toMatchObject([
    { subject: 'booked', text: 'About slips', at: again.start },
    { subject: 'cancelled', text: '', at: first.start },
  ])
})
