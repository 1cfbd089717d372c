import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { dashboard } from '#features/admin/overview/contract.ts'
import { inquiries as table } from '#server/database/schema.ts'
import { openFaultProxy } from '../harness/fault-proxy.ts'
import { openTestApp, origin, type TestApp } from '../harness/test-app.ts'

const message = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }

function post(app: TestApp, payload: string | Buffer | object, more: Record<string, string> = {}) {
  const headers = { origin, 'content-type': 'application/json', ...more }
  return app.send({ method: 'POST', url: '/api/contact', headers, payload })
}

// P01

test('required fields refuse values other than text, and nothing is stored', async () => {
  await using app = await openTestApp()
  const nothing = [undefined, '', '   ', '\u00a0', 7, [], ['Ada'], {}, null, true]
  for (const field of ['name', 'email', 'message']) {
    for (const value of nothing) {
      const answer = await post(app, { ...message, [field]: value })
      expect([field, value, answer.statusCode]).toEqual([field, value, 400])
      expect(answer.json()).toMatchObject({
        message: expect.stringMatching(/./),
        fields: { [field]: expect.any(String) },
      })
    }
  }
  expect(await app.db.$count(table)).toBe(0)
  const heavy = (bytes: number) =>
    JSON.stringify({ ...message, more: 'x'.repeat(65_536) })
      .slice(0, bytes - 2)
      .concat('"}')
  expect((await post(app, heavy(65_537))).statusCode).toBe(413)
  expect(await app.db.$count(table)).toBe(0)
  expect((await post(app, heavy(65_536))).statusCode).toBe(201)
})

// P02

/** Sends the form over a connection; `undefined` when the connection broke before the response. */
async function sendOver(
  port: number,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const sent = request({
    port,
    method: 'POST',
    path: '/api/contact',
    agent: false,
    headers: { origin, 'content-type': 'application/json', ...headers },
  })
  sent.end(JSON.stringify(message))
  try {
    const [answer] = await once(sent, 'response')
    expect(answer.statusCode).toBe(201)
    return ((await json(answer)) as { id: string }).id
  } catch {
    return undefined
  }
}

test.each([
  ['with the key of the form', { 'idempotency-key': 'form-1' }],
  ['without a key', {}],
])('a lost answer retried %s is one message', async (_, headers) => {
  await using app = await openTestApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  const line = await openFaultProxy(port)
  const owner = await app.person('owner')
  const counted = async () => (await owner.call(dashboard.overview, {})).inquiries.total
  const before = await counted()
  line.swallowAnswers = true
  expect(await sendOver(line.port, headers)).toBe(undefined)
  expect(await app.db.$count(table)).toBe(1)
  line.swallowAnswers = false
  const id = await sendOver(line.port, headers)
  expect(await sendOver(line.port, headers)).toBe(id)
  await line.close()
  const rows = await app.db.select().from(table)
  expect(rows.map((row) => row.id)).toEqual([id])
  expect(await counted()).toBe(before + 1)
})

// P03

test('two hundred messages under invented addresses count for one address', async () => {
  await using app = await openTestApp()
  const statuses: number[] = []
  for (let n = 1; n <= 200; n += 1) {
    const forged = { 'x-forwarded-for': `192.0.2.${n}`, 'x-real-ip': `192.0.2.${n}` }
    const answer = await post(app, { ...message, name: `N${n}` }, forged)
    statuses.push(answer.statusCode)
    if (answer.statusCode === 429) {
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json().message).toMatch(/^[A-Z].+\.$/)
    }
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(80)
  const elsewhere = await app.send({
    method: 'POST',
    url: '/api/contact',
    remoteAddress: '203.0.113.77',
    headers: { origin },
    payload: message,
  })
  expect(elsewhere.statusCode).toBe(201)
})

// P04

const manyKeys = `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":${n % 10}`).join(',')}}`

const hostile: [string, string | Buffer, number[], Record<string, string>?][] = [
  ['__proto__', '{"__proto__":{"admin":true},"name":"a"}', [400]],
  ['a nested __proto__', '{"consultationData":{"__proto__":{"admin":true}}}', [400]],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}', [400]],
  ['an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}', [400]],
  ['a hundred thousand brackets', '['.repeat(100_000), [413]],
  ['sixty thousand brackets', '['.repeat(60_000), [400]],
  ['five thousand keys', manyKeys, [400]],
  ['a mark of byte order', `\ufeff${JSON.stringify({ name: 'a' })}`, [400]],
  ['a text', '"hello"', [400]],
  ['a number too large', '{"filledInMs":1e999}', [400]],
  ['gzip', gzipSync(JSON.stringify(message)), [400, 415], { 'content-encoding': 'gzip' }],
]

test('hostile JSON is refused, and leaves no trace in the process', async () => {
  await using app = await openTestApp()
  for (const [name, body, statuses, more] of hostile) {
    const answer = await post(app, body, more)
    expect([name, statuses.includes(answer.statusCode), answer.statusCode]).toEqual([
      name,
      true,
      answer.statusCode,
    ])
    expect(answer.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  }
  expect(({} as { admin?: boolean }).admin).toBe(undefined)
  expect(await app.db.$count(table)).toBe(0)
})

test('of duplicate JSON keys the last counts, as in JSON.parse', async () => {
  await using app = await openTestApp()
  const body = '{"name":"First","name":"Last","email":"a@n.example","message":"m"}'
  expect((await post(app, body)).statusCode).toBe(201)
  expect((await app.db.select().from(table)).map(({ name }) => name)).toEqual(['Last'])
})
