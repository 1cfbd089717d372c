import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pings as pingTable, automations as table } from '#server/database/schema.ts'
import {
  age,
  ping,
  post,
  register,
  registerListening,
  runsOf,
  type Sent,
  today,
} from '#test/harness/automations.ts'
import { breakOff, exchangeLines } from '#test/harness/raw-http.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { automations } from '../register/contract.ts'
import { readRefusals } from './refusals.server.ts'

const rid = '6dc1b9d4-cd20-4d5b-9c5a-7a5a0f4f3f10'
const other = '7dc1b9d4-cd20-4d5b-9c5a-7a5a0f4f3f10'

test('every form of address answers as the pinging API of healthchecks.io', async () => {
  await using app = await openTestApp()
  const { path } = await register(app)
  const unknown = `/ping/${crypto.randomUUID()}`
  const cases: [string, number, string, Sent?][] = [
    [path, 200, 'OK'],
    [`${path}/`, 200, 'OK'],
    [path, 200, 'OK', { method: 'POST', payload: 'done' }],
    [path, 200, '', { method: 'HEAD' }],
    [path.toUpperCase().replace('/PING', '/ping'), 200, 'OK'],
    [`${path}/start`, 200, 'OK'],
    [`${path}/fail`, 200, 'OK'],
    [`${path}/log`, 200, 'OK', { method: 'POST', payload: 'a line' }],
    [`${path}/0`, 200, 'OK'],
    [`${path}/1`, 200, 'OK'],
    [`${path}/255`, 200, 'OK'],
    [`${path}/256`, 400, 'invalid url format'],
    [`${path}/99999999999999999999`, 400, 'invalid url format'],
    [`${unknown}/256`, 404, 'not found'],
    [`${path}/fail/`, 404, 'not found'],
    [`${path}/start/1`, 404, 'not found'],
    [`${path}/stop`, 404, 'not found'],
    [`${path}/-1`, 404, 'not found'],
    [unknown, 404, 'not found'],
    [path.slice(0, -1), 404, 'not found'],
    ['/ping/some-key/backup', 404, 'not found'],
    [`${path}?rid=${rid}`, 200, 'OK'],
    [`${path}?rid=${other.toUpperCase()}`, 200, 'OK'],
    [`${path}?rid=`, 400, 'invalid uuid format'],
    [`${path}?rid=1`, 400, 'invalid uuid format'],
    [`${path}?rid=${rid.replaceAll('-', '')}`, 400, 'invalid uuid format'],
    [`${unknown}?rid=1`, 404, 'not found'],
  ]
  for (const [url, status, body, sent] of cases) {
    const answer = await ping(app, url, sent)
    expect([url, answer.statusCode, answer.body]).toEqual([url, status, body])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const { headers } = await ping(app, path)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'ping-body-limit': '100000',
    'cache-control': 'no-cache, no-store, must-revalidate, private, max-age=0',
    'x-robots-tag': 'noindex',
    'content-length': '2',
  })
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const refused = await app.send({ method, url: path })
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  }
  expect(JSON.stringify(app.logged)).not.toContain(path.slice(6))
})

test('bodies are stored as they came, up to 100,000 bytes; the rest is discarded, up to 10 MB', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  const bytes = Buffer.from([0, 255, 13, 10, 0x80])
  await ping(app, path, { method: 'POST', payload: bytes, type: 'image/png' })
  const large = Buffer.alloc(1_000_000, 'x')
  expect((await ping(app, path, { method: 'POST', payload: large })).statusCode).toBe(200)
  const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1)
  expect((await ping(app, path, { method: 'POST', payload: tooLarge })).statusCode).toBe(413)
  const rows = await app.db.select().from(pingTable).orderBy(asc(pingTable.n))
  expect(rows.map(({ body }) => body?.length)).toEqual([5, 100_000])
  const answer = await app.send({
    url: `/api/admin/automations/${id}/pings/1/body`,
    headers: { cookie: admin.cookie ?? '' },
  })
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment/),
    'x-content-type-options': 'nosniff',
  })
})

test('a body that its sender breaks off is no refusal, which would excuse what is missing', async () => {
  await using app = await openTestApp()
  const { path } = await registerListening(app)
  const begun = (length: string) =>
    [`POST ${path} HTTP/1.1`, 'Host: a', length, '', ''].join('\r\n')
  for (const text of [
    `${begun('Content-Length: 100')}half`,
    `${begun('Transfer-Encoding: chunked')}5\r\nhal`,
  ]) {
    for (const end of ['resetAndDestroy', 'end'] as const) {
      await breakOff(app.fastify.server, text, end)
    }
  }
  await expect.poll(() => app.deps.metrics.pings.labels('broken_off').value).toBe(4)
  expect(readRefusals().uuids).not.toContain(path.slice('/ping/'.length))
  expect(await app.db.$count(pingTable)).toBe(0)
  expect(app.logged.filter(({ level }) => Number(level) >= 40)).toEqual([])
})

test('an unknown address is refused before its body is read', async () => {
  await using app = await openTestApp()
  const { origin } = await registerListening(app)
  const answer = await exchangeLines(Number(new URL(origin).port), [
    `POST /ping/${crypto.randomUUID()} HTTP/1.1`,
    'Host: a',
    'Content-Length: 9000000',
    'Connection: close',
    '',
    'only the beginning',
  ])
  expect(answer).toMatch(/^HTTP\/1.1 404/)
})

test('counts: taken from a JSON body, added by logs of the run, refused with a reason', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  const text = '{"items": 12, "humanDecisions": 3, "errors": 0, "cost": 0.123456, "more": [1]}'
  expect((await post(app, `${path}?rid=${rid}`, text)).headers['ping-counts']).toBe('accepted')
  const log = await post(app, `${path}/log?rid=${rid}`, { items: 2, cost: 0.1, note: 'two more' })
  expect(log.headers['ping-counts']).toBe('accepted')
  const [run] = await runsOf(admin, id)
  expect(run).toMatchObject({
    items: 14,
    humanDecisions: 3,
    errors: 0,
    cost: '0.223456',
    currency: 'USD',
    note: 'two more',
  })
  const wrong: [object | string, string][] = [
    [{ items: -1 }, 'items must be a number from 0 to 1,000,000,000'],
    [{ errors: '2' }, 'errors must be a number'],
    [{ cost: 1, currency: 'dollars' }, 'currency must be'],
    ['{"items": 1', 'this is not JSON'],
  ]
  for (const [body, problem] of wrong) {
    const answer = await post(app, path, body)
    expect([answer.statusCode, answer.headers['ping-counts']]).toEqual([200, 'ignored'])
    const [last] = await runsOf(admin, id)
    expect(last?.countsProblem).toMatch(`Counts not read: ${problem}`)
    expect(last).toMatchObject({ outcome: 'ok', items: null })
  }
  expect((await post(app, path, { other: 1 })).headers['ping-counts']).toBe('ignored')
  expect((await ping(app, path)).headers['ping-counts']).toBeUndefined()
  expect(await today(admin, id)).toMatchObject({ items: 14, costMicros: { USD: 223_456 } })
})

test('a value that does not fit is rounded or left out and named; the others count', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  const cases: [body: string, header: string, run: object, problem?: string][] = [
    ['{"items":12,"cost":0.30000000000000004,"currency":"USD"}', '', { items: 12, cost: '0.3' }],
    ['{"items":2.9999999999999996,"cost":0.1234567}', '', { items: 3, cost: '0.123457' }],
    ['{"items":12,"cost":null,"note":null}', 'cost, note', { items: 12, cost: null }, 'cost must'],
    ['{"items":1e400,"errors":1}', 'items', { items: null, errors: 1 }, 'items must be a number'],
    ['{"items":1,"cost":-0.5}', 'cost', { items: 1, cost: null }, 'cost must be a number from 0'],
    ['{"items":1,"cost":"Infinity"}', 'cost', { items: 1, cost: null }, 'cost must be a number'],
    ['{"items":1,"cost":NaN,"note":"NaN"}', 'cost', { items: 1, note: 'NaN' }, 'cost must be'],
    [
      '{"errors":123456789012345678901234,"items":5}',
      'errors',
      { items: 5, errors: null },
      'errors',
    ],
    [
      '{"items":1,"cost":2,"currency":"dollars"}',
      'currency, cost',
      { items: 1, cost: null },
      'currency must be a code of ISO 4217, such as USD; cost needs its currency',
    ],
    [
      `{"items":1,"note":"${'x'.repeat(501)}"}`,
      '',
      { items: 1, note: expect.stringMatching(/^x{490,}\W+$/) },
    ],
  ]
  for (const [body, without, values, problem] of cases) {
    const { headers } = await post(app, path, body)
    const counted = without ? `accepted without ${without}` : 'accepted'
    expect([body, headers['ping-counts']]).toEqual([body, counted])
    const [run] = await runsOf(admin, id)
    expect([body, run]).toMatchObject([body, values])
    if (problem) expect(run?.countsProblem).toMatch(`Left out: ${problem}`)
    else expect(run?.countsProblem).toBe(null)
  }
  await post(app, `${path}/start?rid=${rid}`, '{}')
  await post(app, `${path}/log?rid=${rid}`, { cost: 1, currency: 'USD' })
  const log = await post(app, `${path}/log?rid=${rid}`, { items: 4, cost: 1, currency: 'EUR' })
  expect(log.headers['ping-counts']).toBe('accepted without cost')
  const [run] = await runsOf(admin, id)
  expect(run).toMatchObject({ items: 4, cost: '1', currency: 'USD' })
})

test('a JSON body may be in Latin-1, UTF-8 or UTF-8 with a byte order mark', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  const text = '{"items":1,"note":"Größe \u00fc"}'
  for (const payload of [
    Buffer.from(text, 'latin1'),
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
  ]) {
    await ping(app, path, { method: 'POST', type: 'application/json', payload })
    expect((await runsOf(admin, id))[0]).toMatchObject({ items: 1, note: 'Größe ü' })
  }
})

test('beyond 60 a minute the time of life is kept, rows are not; the first fail is', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  for (let n = 0; n < 60; n++) await ping(app, path)
  // The first ping of the minute has a later time than the next one, as if it had overtaken it.
  await app.db.update(table).set({ minuteAt: sql`minute_at + interval '5 seconds'` })
  const limited = await ping(app, path)
  expect([limited.statusCode, limited.body]).toEqual([200, 'OK (rate limited)'])
  expect((await ping(app, `${path}/fail`)).body).toBe('OK')
  expect((await ping(app, `${path}/fail`)).body).toBe('OK (rate limited)')
  expect((await admin.call(automations.show, { id })).state).toBe('down')
  expect(await app.db.$count(pingTable)).toBe(61)
  expect(await today(admin, id)).toMatchObject({ ok: 60, failed: 1, dropped: 2 })
  await age(app, 65)
  expect((await ping(app, path)).body).toBe('OK')
})

test('more than 60 unknown addresses a minute from one sender are refused, known ones are not', async () => {
  await using app = await openTestApp()
  const { path } = await register(app)
  const unknown = () => ping(app, `/ping/${crypto.randomUUID()}`)
  const codes: number[] = []
  for (let n = 0; n < 62; n++) codes.push((await unknown()).statusCode)
  expect(codes.slice(0, 60).every((code) => code === 404)).toBe(true)
  expect(codes.slice(60)).toEqual([429, 429])
  expect((await ping(app, path)).statusCode).toBe(200)
})

test('the former address works until its time is over, a retired one does not', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await admin.call(automations.pingAddress, { id })
  expect((await ping(app, path)).statusCode).toBe(200)
  await app.db
    .update(table)
    .set({ oldUntil: sql`now() - interval '1 second'` })
    .where(eq(table.id, id))
  expect((await ping(app, path)).statusCode).toBe(404)
  const next = new URL((await admin.call(automations.show, { id })).pingUrl ?? '').pathname
  await admin.call(automations.retire, { id })
  expect((await ping(app, next)).statusCode).toBe(404)
})

test('what cannot be stored is never answered with OK', async () => {
  await using app = await openTestApp()
  const { path } = await register(app)
  await app.db.execute(sql`alter table pings rename to pings_away`)
  const away = await ping(app, path)
  expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5'])
  await app.db.execute(sql`alter table pings_away rename to pings`)
  expect((await ping(app, path)).statusCode).toBe(200)
})
