import { expect, test } from 'vitest'
import { openTestApp, origin, type TestApp } from '../harness/test-app.ts'

const payload = { username: 'mara', password: 'a guess' }
const login = { method: 'POST', url: '/api/auth/login' } as const

async function statusWith(app: TestApp, headers: Record<string, string>) {
  return (await app.send({ ...login, headers, payload })).statusCode
}

test('a changing request from another site is refused before anything happens', async () => {
  await using app = await openTestApp()
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://counterfoil.example' },
    { origin: 'https://counterfoil.example.evil.example' },
    { origin: 'https://good.counterfoil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ]
  for (const headers of foreign)
    expect([headers, await statusWith(app, headers)]).toEqual([headers, 403])
  const own: Record<string, string>[] = [{ origin }, { 'sec-fetch-site': 'same-origin' }, {}]
  for (const headers of own) {
    expect([headers, await statusWith(app, headers)]).toEqual([headers, 401])
  }
})

test('a session without any word on its origin changes nothing', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const cookie = mara.cookie ?? ''
  const logout = (headers: Record<string, string>) =>
    app.send({ method: 'POST', url: '/api/auth/logout', headers: { cookie, ...headers } })
  expect((await logout({})).statusCode).toBe(403)
  const me = await app.send({ url: '/api/auth/me', headers: { cookie } })
  expect(me.statusCode).toBe(200)
  expect((await logout({ origin })).statusCode).toBe(200)
})

const types = [
  'text/plain',
  'application/jsonx',
  'application/ld+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
]

test.each(types)('a body of type %s is not read', async (type) => {
  await using app = await openTestApp()
  const headers = { origin, 'content-type': type }
  const answer = await app.send({ ...login, headers, payload: JSON.stringify(payload) })
  expect(answer.statusCode).toBe(415)
  expect(answer.json()).toMatchObject({ code: 'unsupported_type' })
})

const bodies: [string, string, number][] = [
  ['nothing', '', 400],
  ['half an object', '{"username":', 400],
  ['a list', '[]', 400],
  ['a text', '"x"', 400],
  ['null', 'null', 400],
  ['a prototype', '{"__proto__":{"admin":true},"username":"a","password":"b"}', 400],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}', 400],
  ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
  ['too much', JSON.stringify({ ...payload, more: 'x'.repeat(65_536) }), 413],
]

test.each(bodies)('a body of %s gets a clear refusal', async (_, body, status) => {
  await using app = await openTestApp()
  const headers = { origin, 'content-type': 'application/json' }
  const answer = await app.send({ ...login, headers, payload: body })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('an unexpected error reveals nothing and can be found by its request id', async () => {
  await using app = await openTestApp()
  await app.db.execute('alter table services rename to hidden_services')
  const answer = await app.send({ url: '/api/services' })
  await app.db.execute('alter table hidden_services rename to services')
  expect(answer.statusCode).toBe(500)
  const { requestId, ...rest } = answer.json<{ requestId: string }>()
  expect(rest).toEqual({ message: 'Something went wrong. Please try again.', code: 'internal' })
  const line = app.logged.find(({ event, reqId }) => event === 'internal' && reqId === requestId)
  expect(line).toMatchObject({ error: { errorCode: '42P01' } })
})

test('every answer carries the security headers and names no software', async () => {
  await using app = await openTestApp()
  const answers = [
    await app.send({ url: '/api/services' }),
    await app.send({ url: '/api/auth/me' }),
    await app.send({ url: '/api/nothing' }),
    await app.send({ ...login, headers: { origin: 'https://evil.example' }, payload }),
    await app.send({ url: '/healthz' }),
  ]
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
  }
  expect(answers[1]?.headers['cache-control']).toBe('private, no-store')
  for (const { headers } of answers.slice(0, 4)) {
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  }
})

test('health reveals only a word, and readiness follows the database', async () => {
  const app = await openTestApp()
  expect((await app.send({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  const ready = await app.send({ url: '/readyz' })
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }])
  await app.send({ url: '/api/auth/me' })
  const requests = app.logged.filter(({ event }) => event === 'request')
  // The log leaves out health checks, because a proxy sends them every second.
  expect(requests.map(({ route }) => route)).toEqual(['/api/auth/me'])
  await app[Symbol.asyncDispose]()
})
