import { createRequire } from 'node:module'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import {
  notificationDeliveries as deliveries,
  pushKeys,
  pushSubscriptions,
  users,
} from '#server/database/schema.ts'
import { reEncrypt } from '#server/security/re-encryption.ts'
import { encryptedColumns } from '#services.ts'
import { openPushService, type PushStandIn } from '#test/harness/push-stand-in.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { summarizeQuietHours } from '../delivery/summaries.server.ts'
import { preferences } from '../preferences/contract.ts'
import { sendDueDeliveries } from '../sender/send-deliveries.server.ts'
import { push } from './contract.ts'
import { maxTextBytes, newVapidKeys, topicOf, vapidHeader } from './web-push.server.ts'

const log = { info() {}, warn() {}, error() {} }

async function open(service: PushStandIn, more: { beside?: TestApp } = {}) {
  return openTestApp({ environment: { OUTBOUND_ALLOW: service.host }, ...more })
}

async function send({ deps }: TestApp): Promise<void> {
  while (await sendDueDeliveries({ ...deps, log })) {}
}

async function addDevice(service: PushStandIn, person: Person, device = 'Firefox') {
  const { key } = await person.call(push.key, {})
  const subscription = service.subscribe(key)
  return { ...(await person.call(push.subscribe, { ...subscription, device })), subscription }
}

const write = (app: TestApp, message = 'Secret plans') =>
  app.stranger().call(inquiries.create, {
    name: 'Ada Okafor',
    email: 'ada@northfold.test',
    company: '',
    service: '',
    message,
    filledInMs: 9000,
  })

const statesOf = async ({ db }: TestApp) =>
  (await db.select().from(deliveries).orderBy(deliveries.createdAt, deliveries.id)).map(
    ({ state, attempts, statusCode, error }) => ({ state, attempts, statusCode, error }),
  )

test('a lead reaches a device: encrypted, signed, once, and without its text', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  await using other = await open(service, { beside: app })
  const ana = await app.person('agent')
  const { id } = await addDevice(service, ana)
  const { number } = await write(app)
  await Promise.all([send(app), send(other)])
  await Promise.all([send(app), send(other)])
  expect(service.faults).toEqual([])
  expect(service.received).toHaveLength(1)
  const [{ content, ttl, urgency, topic, contact } = service.received[0] ?? fail()] =
    service.received
  const url = expect.stringMatching(/^\/admin\/inbox\?lead=/)
  expect(content).toMatchObject({
    title: `New inquiry ${number}`,
    name: 'Ada Okafor',
    event: 'lead.created',
    url,
    silent: false,
    firm: expect.any(String),
  })
  expect(JSON.stringify(content)).not.toContain('Secret')
  expect({ ttl, urgency, contact }).toEqual({
    ttl: 14_400,
    urgency: 'normal',
    contact: 'https://counterfoil.example',
  })
  expect(topic).toBe(topicOf(String(content.tag)))
  expect((await ana.call(push.list, {})).subscriptions).toMatchObject([
    { id, device: 'Firefox', host: service.host, lastOkAt: expect.any(String) },
  ])
  const { rows } = await app.db.execute(sql`select * from push_subscriptions, push_keys`)
  expect(JSON.stringify(rows)).not.toContain(service.host)
})

function fail(): never {
  throw new Error('nothing was received')
}

test('the stand-in accepts what web-push makes, and refuses what is tampered with', async () => {
  await using service = await openPushService()
  const webPush = createRequire(import.meta.url)('web-push') as typeof import('web-push')
  const keys = newVapidKeys()
  const subscription = service.subscribe(keys.publicKey)
  const vapidDetails = { ...keys, subject: 'mailto:ops@n.test' }
  const details = webPush.generateRequestDetails(subscription, '{"title":"T"}', {
    vapidDetails,
    TTL: 60,
    topic: 'topic',
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
  })
  const post = async (headers: Record<string, string>) =>
    (
      await fetch(details.endpoint, {
        method: 'POST',
        headers: { ...(details.headers as Record<string, string>), ...headers },
        body: new Uint8Array(details.body ?? []),
      })
    ).status
  expect(await post({})).toBe(201)
  expect(service.received[0]?.content).toEqual({ title: 'T' })
  const { Authorization: token = '' } = details.headers as Record<string, string>
  expect(await post({ Authorization: token.replace(/\.[^.,]{10}/, '.AAAAAAAAAA') })).toBe(400)
  expect(await post({ Topic: 'x'.repeat(33) })).toBe(400)
})

test('a newer notice of a lead replaces one that waits; taking it replaces it on devices, silently', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  const [ana, bo] = [await app.person('agent', 'ana'), await app.person('agent', 'bo')]
  await addDevice(service, ana)
  await write(app)
  await send(app)
  const { items } = await bo.call(inbox.list, { view: 'all' })
  await bo.call(inbox.take, { id: items[0]?.id ?? '' })
  await send(app)
  expect(service.received.map(({ content: { title, silent } }) => [title, silent])).toEqual([
    [expect.stringMatching(/^New inquiry/), false],
    ['Taken by bo', true],
  ])
  expect(new Set(service.received.map(({ topic }) => topic)).size).toBe(1)
  await bo.call(inbox.stateReply, { id: items[0]?.id ?? '', how: 'phone' })
  await send(app)
  expect(service.received).toHaveLength(2)
})

test('what was answered before it was sent is not sent', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  const [ana, bo] = [await app.person('agent', 'ana'), await app.person('agent', 'bo')]
  await addDevice(service, ana)
  await write(app)
  const { items } = await bo.call(inbox.list, { view: 'all' })
  await bo.call(inbox.stateReply, { id: items[0]?.id ?? '', how: 'phone' })
  await send(app)
  expect(service.received).toEqual([])
  expect(await statesOf(app)).toMatchObject([{ state: 'withdrawn' }])
})

test('an event without push, quiet hours, and a deactivated user send nothing', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  const [ana, bo, cy] = [
    await app.person('agent', 'ana'),
    await app.person('agent', 'bo'),
    await app.person('agent', 'cy'),
  ]
  for (const person of [ana, bo, cy]) await addDevice(service, person)
  const row = { event: 'lead.created', push: false, mail: false } as const
  await ana.call(preferences.update, { preferences: [row] })
  const hour = (by: number) => new Date(Date.now() + by * 3_600_000).toISOString().slice(11, 16)
  const days = [1, 2, 3, 4, 5, 6, 7]
  const quiet = { from: hour(-1), to: hour(1), days, zone: 'UTC', overdueBreaks: false }
  await bo.call(preferences.update, { quiet })
  for (const text of ['first', 'second']) await write(app, text)
  await app.db.update(users).set({ active: false }).where(eq(users.username, 'cy'))
  await send(app)
  expect(service.received).toEqual([])
  await app.db.execute(sql`update notifications set hold_until = now()`)
  await summarizeQuietHours.run({ ...app.deps, log }, {})
  await send(app)
  expect(service.received.map(({ content }) => content.title)).toEqual([
    '2 notifications are still open',
  ])
  expect(await app.db.$count(pushSubscriptions)).toBe(2)
})

test.each([404, 410])('%s removes the device', async (status) => {
  await using service = await openPushService()
  await using app = await open(service)
  await addDevice(service, await app.person('agent'))
  service.answer = () => ({ status })
  await write(app)
  await send(app)
  expect(await app.db.$count(pushSubscriptions)).toBe(0)
})

test('429 and 5xx wait, as long as asked, at most six attempts in an hour; 413 fails at once', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  await addDevice(service, await app.person('agent'))
  service.answer = () => ({ status: 429, headers: { 'retry-after': '120' } })
  await write(app)
  await send(app)
  const [first] = await app.db.select().from(deliveries)
  expect(first).toMatchObject({ state: 'queued', attempts: 1, statusCode: 429 })
  const wait = (first?.nextAttemptAt?.getTime() ?? 0) - Date.now()
  expect(wait).toBeGreaterThan(110_000)
  // The column rounds to the nearest millisecond.
  expect(wait).toBeLessThanOrEqual(120_001)
  service.answer = () => ({ status: 503 })
  for (let attempt = 2; attempt <= 7; attempt++) {
    await app.db.update(deliveries).set({ nextAttemptAt: sql`now()` })
    await send(app)
  }
  expect(await statesOf(app)).toMatchObject([{ state: 'failed', attempts: 6, statusCode: 503 }])
  service.answer = () => ({ status: 413 })
  await write(app, 'another')
  await send(app)
  expect((await statesOf(app)).at(-1)).toMatchObject({ state: 'failed', attempts: 1 })
  service.answer = () => ({ status: 201 })
  await write(app, 'the third')
  await send(app)
  expect(service.received).toHaveLength(1)
})

test('devices are one’s own; a known one moves to who subscribes it; ten at most', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  const [ana, bo] = [await app.person('agent'), await app.person('agent')]
  const { id, subscription } = await addDevice(service, ana)
  await expect(bo.call(push.unsubscribe, { id })).rejects.toMatchObject({ code: 'not_found' })
  await ana.call(push.subscribe, { ...subscription, device: 'Renamed' })
  expect((await ana.call(push.list, {})).subscriptions).toMatchObject([{ id, device: 'Renamed' }])
  await bo.call(push.subscribe, { ...subscription, device: 'Shared' })
  expect((await ana.call(push.list, {})).subscriptions).toEqual([])
  for (let n = 1; n < 10; n++) await addDevice(service, bo)
  await expect(addDevice(service, bo)).rejects.toMatchObject({ code: 'conflict' })
  const [first] = (await bo.call(push.list, {})).subscriptions
  await bo.call(push.unsubscribe, { id: first?.id ?? '' })
  expect((await bo.call(push.list, {})).subscriptions).toHaveLength(9)
})

test('an endpoint that the outbound guard refuses is refused at once', async () => {
  await using service = await openPushService()
  await using app = await openTestApp()
  const ana = await app.person('agent')
  const { key } = await ana.call(push.key, {})
  const subscription = service.subscribe(key)
  for (const endpoint of [subscription.endpoint, 'https://127.0.0.1/push', 'https://a:b@n.test/']) {
    const refused = ana.call(push.subscribe, { ...subscription, endpoint, device: 'D' })
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { endpoint: expect.any(String) },
    })
  }
})

test('a test reaches all devices, three times in ten minutes', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  const ana = await app.person('agent')
  for (const device of ['Phone', 'Desk']) await addDevice(service, ana, device)
  for (let n = 0; n < 3; n++) {
    expect(await ana.call(push.test, {})).toEqual({ delivered: 2, failed: 0 })
  }
  await expect(ana.call(push.test, {})).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(service.received).toHaveLength(6)
})

test('the keys are made once, by whichever instance is first, and encrypted again with a new key', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  await using other = await open(service, { beside: app })
  const [ana, bo] = [await app.person('agent', 'ana'), await other.person('agent', 'bo')]
  const [one, two] = await Promise.all([ana.call(push.key, {}), bo.call(push.key, {})])
  expect(one).toEqual(two)
  expect(Buffer.from(one.key, 'base64url')).toHaveLength(65)
  await addDevice(service, ana)
  expect(await app.db.$count(pushKeys)).toBe(1)
  const names = encryptedColumns.map(({ name }) => name)
  for (const column of [
    'push_keys.private_key',
    'push_subscriptions.endpoint',
    'push_subscriptions.keys',
  ])
    expect(names).toContain(`${column}_encrypted`)
  const { unreadable } = await reEncrypt(app.db, app.deps.encryption, encryptedColumns)
  expect(unreadable).toEqual({})
})

test('a long name does not make a message too long', async () => {
  await using service = await openPushService()
  await using app = await open(service)
  await addDevice(service, await app.person('agent'))
  await app.stranger().call(inquiries.create, {
    name: '💡'.repeat(50),
    email: 'ada@northfold.test',
    company: '',
    service: '',
    message: 'm'.repeat(5000),
    filledInMs: 9000,
  })
  await send(app)
  expect(service.received).toHaveLength(1)
  expect(maxTextBytes).toBeGreaterThan(3900)
})

test('a private key that begins with zeros signs like any other', () => {
  const keys = Array.from({ length: 3_000 }, newVapidKeys).find(
    ({ privateKey }) => Buffer.from(privateKey, 'base64url')[0] === 0,
  )
  const token = { endpoint: 'https://push.test/1', contact: 'mailto:a@n.test' }
  expect(keys?.privateKey).toHaveLength(43)
  expect(vapidHeader(keys ?? fail(), { ...token, expiresAt: new Date() })).toMatch(/^vapid t=/)
})
