import { afterAll, beforeAll, expect, test } from 'vitest'
import { observatoryScore } from '../harness/observatory.ts'
import { ownerPassword, type RunningProduct, startProduct } from '../harness/product.ts'
import { askRaw, exchangeLines, type RawAnswer } from '../harness/raw-http.ts'
import { origin } from '../harness/test-app.ts'

let product: RunningProduct

beforeAll(async () => {
  product = await startProduct({ environment: { PUBLIC_URL: origin, LOG_LEVEL: 'trace' } })
})
afterAll(() => product[Symbol.asyncDispose]())

const portOf = () => Number(new URL(product.url).port)
const ask = (path: string, how?: Parameters<typeof askRaw>[2]) => askRaw(portOf(), path, how)
const exchange = (...lines: string[]) => exchangeLines(portOf(), [...lines, '', ''])

const json = { origin, 'content-type': 'application/json' }

function signIn(): Promise<RawAnswer> {
  const body = JSON.stringify({ username: 'admin', password: ownerPassword })
  return ask('/api/auth/login', { method: 'POST', headers: json, body })
}

// S03

test('odd addresses of services are no service, and never an error of the server', async () => {
  const odd = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '%00',
    '%0d%0a',
    '..%2fadmin',
  ]
  for (const slug of [...odd, 'x'.repeat(5_000), '%F0%9F%98%80', "'%20or%201=1", '%3Cscript%3E']) {
    const { status, body, headers } = await ask(`/services/${slug}`)
    expect([slug.slice(0, 20), status]).toEqual([slug.slice(0, 20), 404])
    expect(headers['x-robots-tag']).toBe('noindex')
    const isFriendly = /(Service|Page) Not Found/.test(body) && body.includes('href="/"')
    expect([slug.slice(0, 20), isFriendly]).toEqual([slug.slice(0, 20), true])
    expect(body.includes('<script>"')).toBe(false)
  }
  for (const path of ['/no-such-page', '/services/', '/services/%2e%2e%2fadmin', '/services/a/b']) {
    const { status, body } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect([path, /Not Found( \||<)/.test(body)]).toEqual([path, true])
  }
  for (const path of ['/services/%zz', '/%', '/%c0%af']) {
    expect([path, (await ask(path)).status]).toEqual([path, 400])
  }
})

test('a segment of dots is no page of the site, however it is written', async () => {
  const below = [
    'services',
    'legal',
    'notes',
    'pages',
    'book',
    'book/holds',
    'requests',
    'meetings',
  ]
  const folders = [...below, 'join', 'chat', 'legal/privacy/versions', 'sitemaps']
  const dots = ['%2e%2e', '%2E', '.%2e', '%2e./', '..', '..%2f', '%2e%2e/services', '%2e%2e/..']
  for (const folder of folders) {
    for (const segment of dots) {
      const path = `/${folder}/${segment}`
      const { status, headers } = await ask(path)
      expect([path, status, headers.location]).toEqual([path, 404, undefined])
    }
  }
  // A dot within a name, or an encoded letter, makes no difference.
  for (const path of ['/notes/feed.xml', '/%62ook/consultation', '/%6cegal/privacy']) {
    expect([path, (await ask(path)).status]).toEqual([path, 200])
  }
})

// S04

const always: Record<string, RegExp> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer)$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^credentialless$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains$/,
  'permissions-policy': /camera=\(\)/,
}

test('every kind of answer has every security header and names no software', async () => {
  const [cookie = ''] = (await signIn()).cookies
  const signedIn = { ...json, cookie: cookie.split(';')[0] ?? '' }
  const home = await ask('/')
  const asset = /\/assets\/[\w.-]+\.js/.exec(home.body)?.[0] ?? 'none'
  const post = (path: string, body: string, headers: object = json) =>
    ask(path, { method: 'POST', headers, body })
  const heavy = 'x'.repeat(70_000)
  for (let n = 0; n < 10; n++) await post('/api/auth/login', '{"username":"x","password":"x"}')
  const answers: [string, number, RawAnswer][] = [
    ['a page', 200, home],
    ['a page of the back-office', 200, await ask('/admin')],
    ['a missing page', 404, await ask('/nowhere')],
    ['a missing service', 404, await ask('/services/none')],
    ['a public list', 200, await ask('/api/services')],
    ['a private list', 200, await ask('/api/admin/clients', { headers: signedIn })],
    ['no session', 401, await ask('/api/admin/clients')],
    ['a foreign origin', 403, await post('/api/contact', '{}', { ...json, origin: 'null' })],
    ['no such call', 404, await ask('/api/none')],
    ['a wrong input', 400, await post('/api/contact', '{}')],
    ['no JSON', 415, await post('/api/contact', 'a=b', { origin, 'content-type': 'text/plain' })],
    ['too much', 413, await post('/api/contact', heavy)],
    ['too often', 429, await post('/api/auth/login', '{"username":"x","password":"x"}')],
    ['a script', 200, await ask(asset)],
    ['a file at the root', 200, await ask('/favicon.svg')],
    ['no such file', 404, await ask('/assets/none.js')],
    ['a download', 200, await ask('/api/admin/clients/export', { headers: signedIn })],
    ['the way back from Google', 302, await ask('/api/google/auth/callback?state=x&code=y')],
    ['health', 200, await ask('/healthz')],
    ['robots', 200, await ask('/robots.txt')],
    ['another method', 404, await ask('/', { method: 'DELETE', headers: { origin } })],
  ]
  for (const [about, status, answer] of answers) {
    expect([about, answer.status]).toEqual([about, status])
    for (const [name, value] of Object.entries(always)) {
      expect([about, name, answer.headers[name]]).toEqual([
        about,
        name,
        expect.stringMatching(value),
      ])
    }
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'via']) {
      expect([about, name, answer.headers[name]]).toEqual([about, name, undefined])
    }
    const isPrivate = /back-office|private|session|download/.test(about)
    if (isPrivate) {
      expect([about, answer.headers['cache-control']]).toEqual([about, 'private, no-store'])
    }
    if (isPrivate || /missing|no such call/.test(about)) {
      expect([about, answer.headers['x-robots-tag']]).toEqual([about, 'noindex'])
    }
  }
  const [refused] = (
    await exchange(
      'GET /ws HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Origin: https://evil.example',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    )
  ).split('\r\n\r\n')
  expect(refused).toMatch(/^HTTP\/1.1 403 /)
  for (const [name, value] of Object.entries(always)) {
    const line = refused?.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}: `))
    expect([name, line?.slice(name.length + 2)]).toEqual([name, expect.stringMatching(value)])
  }
})

test('pages and calls behind a session are isolated, not cached and not indexed, however their address is written', async () => {
  const behind = [
    '/admin',
    '/admin/',
    '/admin?tab=clients',
    '/admin/login',
    '/admin/clients.data',
    '/ADMIN',
    '/%61dmin',
    '/%41dmin/Login',
    '/./admin',
    '/x/../admin',
    '/x/%2e%2e/admin',
    '/invitation',
    '/Invitation?x=1',
    '/chat',
    '/api/auth/me',
    '/api/services',
    '/%61pi/auth/me',
    '/api',
  ]
  const isolated = {
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  }
  for (const path of behind) expect((await ask(path)).headers, path).toMatchObject(isolated)
  const open = ['/', '/services/document-processing', '/legal/privacy', '/administration', '/apis']
  for (const path of [...open, '/favicon.svg', '/robots.txt', '/healthz']) {
    expect((await ask(path)).headers, path).not.toHaveProperty('cross-origin-opener-policy')
  }
})

test('the pages reach 130 points and more at the Observatory of MDN', async () => {
  for (const path of [
    '/',
    '/services/document-processing',
    '/legal/privacy',
    '/admin/login',
    '/nowhere',
  ]) {
    const { headers, body, cookies } = await ask(path)
    const { score, modifiers } = observatoryScore({ headers, html: body, setCookies: cookies })
    expect([path, modifiers.filter(([, points]) => points < 0)]).toEqual([path, []])
    expect(score).toBeGreaterThanOrEqual(130)
  }
  const { headers, body, cookies } = await signIn()
  const login = observatoryScore({ headers, html: body, setCookies: cookies })
  expect(login.modifiers).toContainEqual(['secure cookies', 5])
})

// S05

test('every address in a page is the configured one, whatever host a client names', async () => {
  const close = 'Connection: close'
  const asked = [
    ['GET / HTTP/1.1', 'Host: evil.example', close],
    [
      'GET / HTTP/1.1',
      'Host: x',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      close,
    ],
    ['GET / HTTP/1.1', 'Host: x', 'Forwarded: host=evil.example;proto=https', close],
    ['GET http://evil.example/ HTTP/1.1', 'Host: x', close],
    ['GET / HTTP/1.1', 'Host: x', 'Host: evil.example', close],
    ['GET /sitemap.xml HTTP/1.1', 'Host: evil.example', close],
    ['GET /robots.txt HTTP/1.1', 'Host: evil.example', close],
    ['GET /api/google/auth/callback?state=x HTTP/1.1', 'Host: evil.example', close],
    ['GET //evil.example/%2e%2e HTTP/1.1', 'Host: evil.example', close],
    ['GET /admin?next=//evil.example HTTP/1.1', 'Host: evil.example', close],
  ]
  for (const lines of asked) {
    const answer = await exchange(...lines)
    const status = Number(answer.slice(9, 12))
    expect([...lines, [200, 302, 400, 404, 421].includes(status)]).toEqual([...lines, true])
    expect([...lines, answer.includes('evil.example')]).toEqual([...lines, false])
  }
  const page = await exchange('GET / HTTP/1.1', 'Host: evil.example', close)
  expect(/<link rel="canonical" href="([^"]*)"/.exec(page)?.[1]).toBe(`${origin}/`)
})

// ASVS 4.2.1

test('a request whose end can be read in two ways is not read at all', async () => {
  const head = ['POST /api/contact HTTP/1.1', 'Host: x', 'Content-Type: application/json']
  for (const framing of [
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Content-Length: +4'],
    ['Content-Length: 4, 5'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding : chunked'],
    ['Content-Length: 4', ' folded: yes'],
  ]) {
    const answer = await exchange(...head, ...framing, 'Connection: close', '', '{}', '')
    expect([...framing, answer.slice(9, 12)]).toEqual([...framing, '400'])
  }
})

// K02

test('only the site is served, without directory listings', async () => {
  const hidden = [
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/package.json',
    '/package-lock.json',
    '/src/main.ts',
    '/server/index.js',
    '/build/site/server/index.js',
    '/data/secret.key',
    '/tsconfig.json',
    '/assets/',
    '/assets',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/x',
    '/assets/....//',
    '/assets/..%5c..%5cpackage.json',
    '/assets/../../server/index.js',
    '/..%2f..%2fetc%2fpasswd',
    '/metrics',
    '/documentation',
    '/debug',
    '/__manifest',
    '/@vite/client',
    '/node_modules/',
    '/server-status',
    '/phpinfo.php',
    '/wp-login.php',
    '/graphql',
    '/api/',
    '/api/docs',
  ]
  const home = await ask('/')
  const scripts = [...home.body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => `${path}.map`)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of [...hidden, ...new Set(scripts)]) {
    const { status, body } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect([path, /root:|"dependencies"|Index of|DATABASE_URL/.test(body)]).toEqual([path, false])
  }
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'TRACK']) {
    const answer = await exchange(
      `${method} / HTTP/1.1`,
      'Host: x',
      'X-Secret: mine',
      'Connection: close',
    )
    expect([method, answer.slice(0, 12)]).toEqual([
      method,
      expect.stringMatching(/^(HTTP\/1.1 (400|404|405|501))?$/),
    ])
    expect(answer).not.toContain('X-Secret')
  }
})

// K04

test('the log is one object per line, without secrets or addresses', async () => {
  const [cookie = ''] = (await signIn()).cookies
  await ask(`/api/services?token=quokka`, { headers: { cookie, referer: `${origin}/?q=quokka` } })
  const lines = product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(50)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  const log = product.output()
  const token = /session=([^;]+)/.exec(cookie)?.[1] ?? 'none'
  const secrets = [token, ownerPassword, 'quokka', 'evil.example', 'passwd', '__proto__']
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  expect(lines.filter((line) => JSON.parse(line).event === 'internal')).toEqual([])
})
