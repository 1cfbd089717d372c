import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { methodAndPath } from '#contract/endpoint.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { register } from '../../src/services.ts'
import { newProject } from '../harness/project.ts'
import { exchangeLines } from '../harness/raw-http.ts'
import { anyId, pathOf } from '../harness/sample-input.ts'
import { openTestApp, origin } from '../harness/test-app.ts'

const types = [
  'text/plain',
  '',
  'application/json\t',
  ' application/json',
  'APPLICATION/JSON',
  'application/json;',
  'application/json;a',
  'application/jsonx',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-7',
  'text/plain; application/json',
]

/** These are valid for no call: a list, a text, a truncated object and a form. */
const bodies = ['[{"a":1}]', '"x"', '{"username":', 'username=a&password=b']

const writing = register
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => ['POST', 'PUT', 'PATCH'].includes(methodAndPath(endpoint).method))

test('no writing call takes a body other than a JSON object, whatever its content type', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const project = await newProject(app)
  const ids: Record<string, string> = { id: project.clientId, ...project }
  const counts = async () => (await app.db.execute(rowCounts)).rows
  const before = await counts()
  expect(writing.length).toBeGreaterThan(40)
  for (const endpoint of writing) {
    for (const type of types) {
      const payload = bodies[types.indexOf(type) % bodies.length] ?? ''
      const answer = await app.send({
        method: methodAndPath(endpoint).method,
        url: pathOf(endpoint, (name) => ids[name] ?? anyId),
        remoteAddress: `10.0.${writing.indexOf(endpoint)}.1`,
        headers: { origin, cookie: owner.cookie ?? '', ...(type && { 'content-type': type }) },
        payload,
      })
      const about = [endpoint.call, type, payload]
      // Without its token this call does not exist.
      const refusals = endpoint.call === 'POST /mail/in' ? [404] : [400, 415]
      expect([...about, refusals.includes(answer.statusCode)], answer.body).toEqual([
        ...about,
        true,
      ])
    }
  }
  expect(await counts()).toEqual(before)
  expect((await owner.call(auth.me, {})).user.role).toBe('owner')
})

const rowCounts = sql`
  select (select count(*) from clients) as clients, (select count(*) from users) as users,
    (select count(*) from sessions) as sessions, (select count(*) from inquiries) as inquiries,
    (select count(*) from projects) as projects, (select count(*) from services) as services`

test('two content types smuggle no body past the checks', async () => {
  await using app = await openTestApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  for (const [first, second] of [
    ['text/plain', 'application/json'],
    ['application/json', 'text/plain'],
  ]) {
    for (const body of bodies) {
      const answer = await exchangeLines(port, [
        'POST /api/auth/login HTTP/1.1',
        'Host: counterfoil.example',
        `Origin: ${origin}`,
        'Connection: close',
        `Content-Type: ${first}`,
        `Content-Type: ${second}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      ])
      expect([first, body, answer.split('\r\n')[0]]).toEqual([
        first,
        body,
        expect.stringMatching(/^HTTP\/1.1 4(00|15) /),
      ])
    }
  }
})

test('a sign-out without a body that another site sends as text is refused', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const answer = await app.send({
    method: 'POST',
    url: '/api/auth/logout',
    headers: {
      origin: 'https://evil.example',
      cookie: owner.cookie ?? '',
      'content-type': 'text/plain',
    },
  })
  expect(answer.statusCode).toBe(403)
  expect((await owner.call(auth.me, {})).user.role).toBe('owner')
})
