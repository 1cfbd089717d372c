import { expect, test } from 'vitest'
import { users } from '#features/identity/users/contract.ts'
import { addHost, book, openBooking } from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { agenda } from '../agenda/contract.ts'
import { meetingTypes } from '../types/contract.ts'
import { bookingHosts } from './contract.ts'

const me = { userId: 'me' } as const

async function consultationOf(app: TestApp) {
  const admin = await app.person('admin')
  const { meetingTypes: all } = await admin.call(meetingTypes.list, {})
  const type = all.find(({ slug }) => slug === 'consultation')
  if (!type) throw new Error('not seeded')
  return { admin, type, read: async () => (await admin.call(meetingTypes.list, {})).meetingTypes }
}

const takeCalls = (person: Person) => person.call(bookingHosts.save, { ...me, active: true })

test('nobody takes calls by themselves; who does joins the consultation, once', async () => {
  await using app = await openTestApp({ seeded: true })
  const { type, read } = await consultationOf(app)
  expect(type.hosts).toEqual([])
  const agent = await app.person('agent')
  const before = await agent.call(bookingHosts.show, me)
  expect(before).toMatchObject({ active: false, weekly: null, meetingTypes: [], updatedAt: null })
  const host = await takeCalls(agent)
  expect(host.meetingTypes).toEqual([type.id])
  expect((await read())[0]?.hosts).toEqual([host.userId])
  const { admin } = await consultationOf(app)
  await admin.call(bookingHosts.save, { userId: host.userId, meetingTypes: [] })
  await agent.call(bookingHosts.save, { ...me, active: false })
  expect((await takeCalls(agent)).meetingTypes).toEqual([])
})

test('own hours, zone and link are kept, and what is absent stays', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const weekly = [{ day: 2, opens: '22:00', closes: '24:00' }]
  await agent.call(bookingHosts.save, { ...me, weekly, zone: 'Asia/Kathmandu' })
  const meetingLink = 'https://meet.example/ana'
  const { updatedAt, ...host } = await agent.call(bookingHosts.save, { ...me, meetingLink })
  expect(host).toMatchObject({ weekly, zone: 'Asia/Kathmandu', meetingLink, active: false })
  const stale = agent.call(
    bookingHosts.save,
    { ...me, active: true },
    {
      ifMatch: '2026-01-01T00:00:00.000Z',
    },
  )
  await expect(stale).rejects.toMatchObject({ code: 'conflict' })
  const fresh = { ifMatch: updatedAt ?? undefined }
  const cleared = { ...me, weekly: null, zone: null, meetingLink: null }
  expect(await agent.call(bookingHosts.save, cleared, fresh)).toMatchObject({
    weekly: null,
    zone: null,
    meetingLink: null,
  })
})

test.each([
  ['zone', { zone: '+02:00' }],
  ['zone', { zone: 'Mars/Olympus' }],
  ['weekly.0.opens', { weekly: [{ day: 1, opens: '17:00', closes: '09:00' }] }],
  ['meetingLink', { meetingLink: 'http://meet.example/ana' }],
  ['meetingLink', { meetingLink: 'https://ana:secret@meet.example/' }],
])('a wrong %s is named', async (field, change) => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const refused = agent.call(bookingHosts.save, { ...me, ...change })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
})

test('an agent changes only their own calls, and not which', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const colleague = await app.person('agent')
  const { userId } = await colleague.call(bookingHosts.show, me)
  const forbidden = { code: 'forbidden' }
  const admin = await app.person('admin')
  const { meetingTypes: types } = await admin.call(meetingTypes.list, {})
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const later = new Date(Date.now() + 7_200_000).toISOString()
  for (const act of [
    () => agent.call(bookingHosts.show, { userId }),
    () => agent.call(bookingHosts.save, { userId, active: true }),
    () => agent.call(bookingHosts.save, { ...me, meetingTypes: types.map(({ id }) => id) }),
    () => agent.call(bookingHosts.addTimeOff, { userId, startsAt: soon, endsAt: later }),
  ]) {
    await expect(act()).rejects.toMatchObject(forbidden)
  }
  expect(await admin.call(bookingHosts.save, { userId, active: true })).toMatchObject({
    active: true,
  })
  const nobody = admin.call(bookingHosts.show, { userId: crypto.randomUUID() })
  await expect(nobody).rejects.toMatchObject({ code: 'not_found' })
})

test('the host of a meeting link is kept as browsers ask for it', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const saved = await agent.call(bookingHosts.save, {
    ...me,
    meetingLink: 'https://\u0430pple.com/Ä',
  })
  expect(saved.meetingLink).toBe('https://xn--pple-43d.com/Ä')
})

test('time off is listed from today on, and removed', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const add = (startsAt: string, endsAt: string) =>
    agent.call(bookingHosts.addTimeOff, { ...me, startsAt, endsAt, note: 'Away' })
  await expect(add(at(2), at(1))).rejects.toMatchObject({ fields: { endsAt: /\w/ } })
  await expect(add(at(-2), at(-1))).rejects.toMatchObject({ fields: { endsAt: /\w/ } })
  const { collisions, ...later } = await add(at(48), at(72))
  expect(collisions).toEqual([])
  const { collisions: none, ...running } = await add(at(-1), at(1))
  expect(none).toEqual([])
  const { timeOff } = await agent.call(bookingHosts.show, me)
  expect(timeOff).toEqual([running, later])
  await agent.call(bookingHosts.removeTimeOff, { ...me, id: later.id })
  expect((await agent.call(bookingHosts.show, me)).timeOff).toEqual([running])
  const colleague = await app.person('agent')
  const theirs = colleague.call(bookingHosts.removeTimeOff, { ...me, id: running.id })
  await expect(theirs).rejects.toMatchObject({ code: 'not_found' })
})

test('a meeting type is added and changed, with its limits and hosts', async () => {
  await using app = await openTestApp({ seeded: true })
  const { admin, type } = await consultationOf(app)
  const { userId } = await takeCalls(await app.person('agent'))
  const made = await admin.call(meetingTypes.create, { slug: 'demo', title: 'Demo' })
  expect(made).toMatchObject({
    minutes: 30,
    bufferAfter: 15,
    noticeMinutes: 240,
    horizonDays: 30,
    active: true,
    locations: ['video', 'phone'],
    hosts: [],
  })
  const changed = await admin.call(meetingTypes.update, {
    id: made.id,
    minutes: 45,
    hosts: [userId],
    locations: ['phone', 'phone'],
  })
  expect(changed).toMatchObject({ minutes: 45, hosts: [userId], locations: ['phone'] })
  const update = (change: object) => admin.call(meetingTypes.update, { id: made.id, ...change })
  for (const [field, change] of [
    ['minutes', { minutes: 7 }],
    ['minutes', { minutes: 485 }],
    ['noticeMinutes', { noticeMinutes: 1_440, horizonDays: 1 }],
    ['locations', { locations: [] }],
    ['hosts', { hosts: [crypto.randomUUID()] }],
  ] as const) {
    await expect(update(change)).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  }
  const twice = admin.call(meetingTypes.create, { slug: type.slug, title: 'Again' })
  await expect(twice).rejects.toMatchObject({ code: 'conflict' })
  const stale = admin.call(
    meetingTypes.update,
    { id: made.id, title: 'Late' },
    { ifMatch: made.updatedAt },
  )
  await expect(stale).rejects.toMatchObject({ code: 'conflict' })
})

test('who has calls to come is deactivated once another host has them', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const owner = await app.person('owner')
  await book(app, 0)
  await book(app, 3, { email: 'b@n.test', website: 'http://spam.test' })
  const leave = () => owner.call(users.update, { id: hostId, active: false })
  expect(await failureOf(leave())).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'This person has a call to come. Choose another host first.',
  })
  const other = await addHost(app, 'second')
  const { items } = await owner.call(agenda.list, { host: hostId })
  for (const { id, sequence } of items) {
    await owner.call(agenda.reassign, { id, sequence, hostId: other })
  }
  expect(await leave()).toMatchObject({ active: false })
})
