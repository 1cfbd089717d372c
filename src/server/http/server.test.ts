import { createHash, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { describeError } from '#server/database/describe-error.ts'
import { shownDefaults } from '#test/harness/live-defaults.ts'
import { misspelled, readConfig } from '../config.ts'
import { openPages, servePages, withScriptsHeld } from '../render/pages.ts'
import { openLimits } from '../service/rate-limits.ts'
import { addressKey } from './client-address.ts'
import { logFailure, toFailure } from './errors.ts'
import { pagePolicy } from './headers.ts'

test('without any variable the product runs on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    production: true,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    allowedOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
    secureCookies: false,
    dataDir: './data',
    trustProxy: [],
    firstOwner: { username: 'admin', password: undefined },
    logLevel: 'info',
  })
})

test.each([
  ['PUBLIC_URLL', 'PUBLIC_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['data_dir', 'DATA_DIR'],
])('%s is taken for a misspelled %s', (name, meant) => {
  expect(misspelled(['PORT', 'GITHUB_TOKEN', 'NODE_OPTIONS', 'PGHOST', name])).toEqual([
    { name, meant },
  ])
})

test('a public address is the only allowed origin and makes cookies secure', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://www.example.com/',
    PORT: '80',
    DATABASE_URL: ' ',
  })
  expect(config.publicUrl).toBe('https://www.example.com')
  expect(config.allowedOrigins).toEqual(['https://www.example.com'])
  expect(config.secureCookies).toBe(true)
  expect(config.databaseUrl).toBeUndefined()
})

test('an IPv6 subscriber is one address, whichever of theirs they use', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  const same = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::', '2001:0db8:0001:0002:0:0:0:9']
  expect(new Set(same.map(addressKey))).toEqual(new Set(['2001:db8:1:2::/64']))
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
})

test('a budget allows its points, says how long to wait, and can be given back or forgotten', async () => {
  const limits = openLimits()
  const budget = { name: 'test', points: 2, seconds: 60 }
  expect(await limits.peek(budget, 'a')).toMatchObject({ count: 0, allowed: true })
  expect(await limits.take(budget, 'a')).toMatchObject({ count: 1, allowed: true })
  expect(await limits.take(budget, 'a')).toMatchObject({ count: 2, allowed: true })
  expect(await limits.peek(budget, 'a')).toMatchObject({ allowed: false })
  const third = await limits.take(budget, 'a')
  expect(third).toMatchObject({ count: 3, allowed: false })
  expect(third.retryAfter).toBeGreaterThan(50)
  expect(await limits.take(budget, 'b')).toMatchObject({ allowed: true })
  await limits.refund(budget, 'b')
  expect(await limits.peek(budget, 'b')).toMatchObject({ count: 0 })
  await limits.forget(budget, 'a')
  expect(await limits.peek(budget, 'a')).toMatchObject({ count: 0, allowed: true })
})

test('a database error is logged by its code, without the values it quotes', () => {
  const cause = Object.assign(new Error('duplicate key (ada@n.example)'), {
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (email)=(ada@n.example)',
    constraint: 'clients_email',
  })
  const error = Object.assign(new Error('Failed query: insert … params: ada@n.example'), {
    query: 'insert',
    params: ['ada@n.example'],
    cause,
  })
  const described = describeError(error)
  expect(described).toMatchObject({ errorCode: '23505', constraint: 'clients_email' })
  expect(JSON.stringify(described)).not.toContain('ada@')
  const late = new Error('timeout exceeded when trying to connect')
  expect(describeError(new DrizzleQueryError('select 1', [], late))).toMatchObject({
    errorCode: late.message,
  })
})

test('an unknown error becomes one that says nothing, a known one stays', () => {
  expect(toFailure(new Error('select * from secrets'))).toMatchObject({
    code: 'internal',
    message: 'Something went wrong. Please try again.',
  })
  const failure = new Failure('conflict', 'Taken')
  expect(toFailure(failure)).toBe(failure)
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(toFailure(away)).toMatchObject({ code: 'internal' })
  const databaseAway = new DrizzleQueryError('select 1', [], away)
  expect(toFailure(databaseAway)).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  const gone = Object.assign(new Error('insert into notes'), { code: '23503', severity: 'ERROR' })
  expect(toFailure(gone)).toMatchObject({
    code: 'conflict',
    message: 'Something this refers to has been removed. Please reload and try again.',
  })
  const full = Object.assign(new Error('extend file'), { code: '53100', severity: 'ERROR' })
  expect(toFailure(full)).toMatchObject({ code: 'storage_full', retryAfter: 60 })
})

test('a refusal that anybody can cause raises no alarm', () => {
  const [warn, error] = [vi.fn(), vi.fn()]
  logFailure({ warn, error }, new Failure('unavailable', 'Too many searches at once.'))
  expect([warn.mock.calls, error.mock.calls]).toEqual([[[{ event: 'unavailable' }]], []])
  logFailure({ warn, error }, toFailure(new Error('select * from secrets')))
  expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([1, 1])
})

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a page may run exactly the inline scripts that stand in it', () => {
  const html = `<script>one()</script><script src="/a.js"></script>
    <script type="module">two()</script><script type="application/ld+json">{"a":1}</script>
    <style>p{}</style>`
  const policy = pagePolicy(html, 'https://www.example.com')
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('p{}')};`)
  expect(policy).toContain("connect-src 'self' wss://www.example.com;")
  expect(policy).not.toContain(hash('{"a":1}'))
  expect(policy).not.toContain('frame-src')
  const framing = pagePolicy(html, 'https://www.example.com', { framing: true })
  expect(framing).toContain("frame-src 'self'; ")
})

/** Serves one page for each address in the same way as the product. */
function siteOf(
  render: (path: string) => Response | Promise<Response>,
  endOf: (now: Date) => number = () => Number.POSITIVE_INFINITY,
) {
  const pages = openPages(
    {
      render: async (request) => render(new URL(request.url).pathname),
      isUnknown: (path) => !/^\/(x|services\/.*)?$/.test(path),
    },
    async () => ({}),
    readConfig({ PUBLIC_URL: 'https://www.example.com' }),
    { at: shownDefaults, endOf },
    openLimits(),
  )
  const app = Fastify({ genReqId: () => randomUUID() })
  app.decorateRequest('clientAddress', { getter: () => '203.0.113.9' })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-frame-options', 'DENY')
  })
  servePages(app, pages)
  return { app, drop: pages.drop, [Symbol.asyncDispose]: () => app.close() }
}

test('pictures that staff chose from elsewhere may load, and nothing else from there', () => {
  const html = '<img src="https://pictures.example/a.svg"><img alt="" src="/icons/b.svg">'
  const policy = pagePolicy(html, 'https://www.example.com')
  expect(policy).toContain("img-src 'self' data: https://pictures.example;")
  expect(policy.match(/pictures\.example/g)).toHaveLength(1)
})

test('a page is rendered once for everybody until it is dropped', async () => {
  let rendered = 0
  await using site = siteOf(() => {
    rendered += 1
    return new Response(`<p>${rendered}</p>`)
  })
  const ask = async (url: string) => (await site.app.inject(url)).body
  const both = await Promise.all([ask('/'), ask('/?utm=1')])
  expect([both, rendered]).toEqual([['<p>1</p>', '<p>1</p>'], 1])
  expect(await ask('/')).toBe('<p>1</p>')
  site.drop()
  expect(await ask('/')).toBe('<p>2</p>')
})

test('an address that leads on takes the query of each along, to the same place', async () => {
  await using site = siteOf(
    (path) =>
      new Response(
        '',
        path === '/x' ? { status: 301, headers: { location: '/services/new' } } : {},
      ),
  )
  const ask = async (url: string) => {
    const { statusCode, headers } = await site.app.inject(url)
    return [statusCode, headers.location]
  }
  const cases: [query: string, location: string][] = [
    ['?utm_source=letter', '/services/new?utm_source=letter'],
    ['?a=1&b=%26&c=ä', '/services/new?a=1&b=%26&c=%C3%A4'],
    ['?next=//evil.example', '/services/new?next=//evil.example'],
    ['?@evil.example/', '/services/new?@evil.example/'],
    ['?a?b', '/services/new?a?b'],
    ['?', '/services/new'],
    ['', '/services/new'],
  ]
  const all = await Promise.all(cases.map(([query]) => ask(`/x${query}`)))
  expect(all).toEqual(cases.map(([, location]) => [301, location]))
  expect(await ask('/services/new?utm_source=letter')).toEqual([200, undefined])
})

test('a kept page ends by the clock, once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  let rendered = 0
  const asked: number[] = []
  const render = () => {
    rendered += 1
    return new Response(String(rendered))
  }
  await using site = siteOf(render, (now) => asked.push(now.getTime()) * 1_000)
  const ask = async () => (await site.app.inject('/')).body
  expect([await ask(), await ask()]).toEqual(['1', '1'])
  vi.setSystemTime(999)
  expect(await ask()).toBe('1')
  vi.setSystemTime(1_000)
  expect([await ask(), await ask()]).toEqual(['2', '2'])
  expect(asked).toEqual([0, 1_000])
})

test('every answer with a kept page carries the same headers, and a request id of its own', async () => {
  await using site = siteOf(
    () => new Response('hello', { headers: { 'content-type': 'text/plain' } }),
  )
  const ask = (headers = {}) => site.app.inject({ url: '/', headers })
  const without = ({ 'x-request-id': id, date, ...headers }: Record<string, unknown>) => headers
  const [first, second, third] = [await ask(), await ask(), await ask()]
  expect(second.statusCode).toBe(200)
  expect(without(second.headers)).toEqual(without(first.headers))
  expect(without(second.headers)).toMatchObject({
    'x-frame-options': 'DENY',
    vary: 'accept-encoding',
  })
  expect([second.body, third.body]).toEqual(['hello', 'hello'])
  expect(new Set([first, second, third].map((answer) => answer.headers['x-request-id'])).size).toBe(
    3,
  )
  const gzip = { 'accept-encoding': 'gzip' }
  const packed = [await ask(gzip), await ask(gzip)]
  expect(packed.map(({ rawPayload }) => gunzipSync(rawPayload).toString())).toEqual([
    'hello',
    'hello',
  ])
  expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  const head = await site.app.inject({ method: 'HEAD', url: '/' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test('a page that was being rendered while content changed is not kept', async () => {
  const renders: PromiseWithResolvers<Response>[] = []
  const started = Promise.withResolvers<void>()
  await using site = siteOf(() => {
    const render = Promise.withResolvers<Response>()
    renders.push(render)
    started.resolve()
    return render.promise
  })
  const old = site.app.inject('/')
  await started.promise
  site.drop()
  renders[0]?.resolve(new Response('old'))
  expect((await old).body).toBe('old')
  const fresh = site.app.inject('/')
  await expect.poll(() => renders.length).toBe(2)
  renders[1]?.resolve(new Response('new'))
  expect((await fresh).body).toBe('new')
})

test('missing pages and pages with failed reads are not cached', async () => {
  for (const init of [{ status: 404 }, { headers: { 'cache-control': 'no-store' } }]) {
    let rendered = 0
    await using site = siteOf(() => {
      rendered += 1
      return new Response('x', init)
    })
    await site.app.inject('/x')
    await site.app.inject('/x')
    expect(rendered).toBe(2)
  }
})

test('a page that cannot be rendered says so in HTML, and works again when it can', async () => {
  let broken = true
  await using site = siteOf(() => {
    if (broken) throw new Error('secret detail')
    return new Response('fine')
  })
  const failed = await site.app.inject('/')
  expect(failed.statusCode).toBe(500)
  expect(failed.headers['content-type']).toContain('text/html')
  expect(failed.body).toContain('Something went wrong')
  expect(failed.body).not.toContain('secret')
  broken = false
  expect((await site.app.inject('/')).body).toBe('fine')
})

const codings: [string, string | undefined][] = [
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.0', undefined],
  ['brotli', undefined],
  ['', undefined],
]

test.each(codings)('a client that accepts "%s" gets %s', async (accepted, coding) => {
  await using site = siteOf(() => new Response('hello'))
  const answer = await site.app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
  expect(answer.headers['content-encoding']).toBe(coding)
  expect(answer.headers.vary).toBe('accept-encoding')
})

test('the scripts of the router are held in their order, with their preloads, and nothing else is', () => {
  const preload = '<link rel="modulepreload" href="/assets/m.js"/>'
  const scripts =
    '<script>window.__reactRouterContext = {}</script><script type="module" async="">import "/assets/m.js"</script><script>window.__reactRouterContext.end("$&")</script>'
  const html = `<html><head>${preload}</head><body><script>one()</script>${scripts}</body></html>`
  expect(withScriptsHeld(html)).toBe(
    `<html><head></head><body><script>one()</script><template id="scripts">${preload}${scripts}</template></body></html>`,
  )
  expect(() => withScriptsHeld('<html><body></body></html>')).toThrow('no scripts')
})

test('unknown addresses are one page, rendered once for each version of the content', async () => {
  const asked: string[] = []
  await using site = siteOf((path) => {
    asked.push(path)
    return new Response(path, { status: 404 })
  })
  const ask = async (url: string) => {
    const { statusCode, body, headers } = await site.app.inject(url)
    return [statusCode, body, headers['x-robots-tag']]
  }
  const urls = ['/a', '/b/c', '/%61?d=1', '/a.php', '//e', '/404']
  const answers = await Promise.all(urls.map(ask))
  expect(answers).toEqual(urls.map(() => [404, '/404', 'noindex']))
  expect(asked).toEqual(['/404'])
  site.drop()
  expect(await ask('/f')).toEqual([404, '/404', 'noindex'])
  expect(asked).toEqual(['/404', '/404'])
})

test('one address has twenty pages rendered at once and 600 a minute; cached ones are free', async () => {
  const gate = Promise.withResolvers<void>()
  let rendered = 0
  await using site = siteOf(async (path) => {
    if (path !== '/x') await gate.promise
    rendered += 1
    return new Response('', { status: path.startsWith('/services/') ? 404 : 200 })
  })
  const ask = (url: string) => site.app.inject(url)
  await ask('/x')
  const floods = [
    Array.from({ length: 126 }, (_, n) => ask(`/services/${n}`)),
    Array.from({ length: 126 }, (_, n) => ask(`/services/${n}.data`)),
  ].flat()
  const refused = await Promise.race(floods)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
  expect(refused.body).toContain('Too many pages at once')
  expect((await ask('/x')).statusCode).toBe(200)
  gate.resolve()
  const statuses = (await Promise.all(floods)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  expect(rendered).toBe(21)
  for (let n = 253; n < 600; n++) expect((await ask(`/services/${n}`)).statusCode).toBe(404)
  expect((await ask('/services/600')).statusCode).toBe(429)
  expect((await ask('/x')).statusCode).toBe(200)
})

test('odd spellings of a page push out no page that is read', async () => {
  const asked: string[] = []
  await using site = siteOf((path) => {
    asked.push(path)
    return new Response('')
  })
  for (let n = 0; n < 250; n++) {
    await site.app.inject('/x')
    await site.app.inject(`/services/${n}`)
  }
  expect(asked.filter((path) => path === '/x')).toHaveLength(1)
})
