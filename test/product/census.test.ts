import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { methodAndPath, type Role, roles } from '#contract/endpoint.ts'
import { sessions } from '#server/database/schema.ts'
import { register } from '../../src/services.ts'
import { openChatTestApp } from '../harness/chat-app.ts'
import { anyId } from '../harness/sample-input.ts'
import { appOver, openTestApp, origin, type TestApp } from '../harness/test-app.ts'

/** Calls allowed without a session. Adding a route here must be a deliberate decision. */
const publicCalls = [
  'POST /auth/login',
  'POST /auth/logout',
  'POST /invitations/check',
  'POST /invitations/accept',
  'GET /analytics',
  'GET /receipts/proof',
  'GET /receipts/consistency',
  'GET /services',
  'GET /published/:kind/:slug',
  'GET /published/legal/:slug/versions',
  'GET /published/legal/:slug/versions/:number',
  'GET /published/notes',
  'GET /published/feed',
  'GET /published/addresses',
  'GET /case-studies',
  'GET /case-studies/featured',
  'POST /contact',
  'GET /requests/:token',
  'POST /requests/:token/remind',
  'POST /requests/:token/details',
  'POST /requests/:token/withdraw',
  'POST /requests/:token/not-me',
  'GET /chat/availability',
  'POST /chat/link',
  'GET /meeting-types',
  'GET /meeting-types/:slug',
  'GET /slots',
  'POST /holds',
  'GET /call-offers/:type',
  'GET /holds/:token',
  'POST /holds/:token/extend',
  'DELETE /holds/:token',
  'POST /bookings',
  'GET /join/:token',
  'GET /meetings/:token',
  'GET /meetings/:token/invite.ics',
  'GET /requests/:token/meeting',
  'GET /meetings/:token/slots',
  'POST /meetings/:token/move',
  'POST /meetings/:token/cancel',
  'POST /mail/in',
]

test('exactly the known calls are public', () => {
  const open = register.filter(({ endpoint }) => endpoint.access === 'public')
  expect(open.map(({ endpoint }) => endpoint.call).sort()).toEqual([...publicCalls].sort())
})

test('names and calls are unique', () => {
  const names = register.map(({ endpoint }) => endpoint.name)
  const calls = register.map(({ endpoint }) => endpoint.call)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(calls).size).toBe(calls.length)
})

/** Calls a route with ids that do not exist, and with an empty body where it takes one. */
function ask(app: TestApp, method: string, route: string, cookie: string | undefined) {
  return app.send({
    method: method as 'GET',
    url: route.replace(/:\w+/g, anyId),
    headers: { origin, ...(cookie && { cookie }) },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })
}

test('every guarded call answers 401 as JSON to whatever is no session', async () => {
  await using app = await openChatTestApp()
  const [ended, visitor] = [await app.person('owner'), await app.visitor()]
  await app.db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` })
  const cookies = [
    ['no cookie', undefined],
    ['a random cookie', `__Host-session=${'x'.repeat(43)}`],
    ['an empty cookie', '__Host-session='],
    ['a cookie of another name', `session=${'x'.repeat(43)}`],
    ['an ended session', ended.cookie],
    ['the secret of a visitor', `__Host-session=${visitor.visitorId}`],
  ] as const
  // One function identifies the caller of every call, so each call is tested with a single session.
  const guarded = register.filter(({ endpoint }) => endpoint.access !== 'public')
  for (const [at, { endpoint }] of guarded.entries()) {
    const [about, cookie] = cookies[at % cookies.length] ?? cookies[0]
    const { method, path } = methodAndPath(endpoint)
    const answer = await ask(app, method, `/api${path}`, cookie)
    expect([endpoint.call, about, answer.statusCode]).toEqual([endpoint.call, about, 401])
    expect(answer.json()).toMatchObject({ code: 'unauthenticated', message: expect.any(String) })
  }
})

/** Every route open to a role. Sign-out is last because it ends the session. */
function guardedRoutes(app: TestApp) {
  const accesses: string[] = ['public', ...roles]
  return app.fastify.census
    .map(({ method, url, access }) => ({ method, url, access: access() ?? '' }))
    .filter(({ method, url, access }) => {
      return (
        accesses.includes(access) &&
        method !== 'HEAD' &&
        url.startsWith('/api/') &&
        url !== '/api/*'
      )
    })
    .sort((a, b) => Number(a.url === '/api/auth/logout') - Number(b.url === '/api/auth/logout'))
}

test.each([undefined, ...roles])(
  'every call admits exactly its declared roles: %s',
  async (role) => {
    await using app = await openTestApp()
    const person = role && (await app.person(role))
    let refused = 0
    for (const { method, url, access } of guardedRoutes(app)) {
      const answer = await ask(app, method, url, person?.cookie)
      const call = `${method} ${url}`
      const allowed =
        access === 'public' || (role && roles.indexOf(role) >= roles.indexOf(access as Role))
      if (!allowed) expect([call, answer.statusCode]).toEqual([call, role ? 403 : 401])
      else expect([401, 403], call).not.toContain(answer.statusCode)
      refused += answer.statusCode === 403 ? 1 : 0
    }
    const recorded = app.logged.filter(({ event }) => event === 'access_refused')
    expect(recorded).toHaveLength(refused)
  },
)

test('a route that does not declare its access stops the start', async () => {
  await using app = await openTestApp()
  await using sound = await appOver(app.deps)
  await sound.ready()
  const careless = await appOver(app.deps, {
    addSite: (app) => void app.get('/api/admin/forgotten', async () => 'open to all'),
  })
  await expect(careless.ready()).rejects.toThrow('/api/admin/forgotten does not declare its access')
})

test('every registered route below /api is promised by a contract', async () => {
  await using app = await openTestApp()
  const promised = new Set(register.map(({ endpoint }) => endpoint.call.replace(' ', ' /api')))
  const others = app.fastify.census
    .map(({ method, url }) => `${method} ${url}`)
    .filter((call) => call.includes(' /api') && !call.startsWith('HEAD') && !promised.has(call))
  expect(new Set(others.map((call) => call.replace(/^\S+/, '')))).toEqual(
    new Set([' /api/openapi.json', ' /api/*', ' /api/google/auth/callback']),
  )
})

test('an unknown call answers 404 as JSON, whatever the method', async () => {
  await using app = await openTestApp()
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await app.send({ method, url: '/api/no/such/call', headers: { origin } })
    expect([method, answer.statusCode]).toEqual([method, 404])
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  }
})

test('the OpenAPI document lists every call and nothing else', async () => {
  await using app = await openTestApp()
  const document = (await app.send({ url: '/api/openapi.json' })).json<{
    openapi: string
    paths: Record<string, Record<string, { operationId: string; security: unknown[] }>>
  }>()
  expect(document.openapi).toBe('3.1.0')
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const promised = register.map(({ endpoint }) => {
    const { method, path } = methodAndPath(endpoint)
    return `${endpoint.name} ${method.toLowerCase()} /api${path.replace(/:(\w+)/g, '{$1}')}`
  })
  expect(documented.sort()).toEqual(promised.sort())
})
