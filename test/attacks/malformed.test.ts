import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../harness/product.ts'

let product: RunningProduct

beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product[Symbol.asyncDispose]())

type Answer = { status: number; headers: Map<string, string>; body: string }

/** Splits the received bytes into responses by their lengths. */
function answersIn(received: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = received; rest; ) {
    const end = rest.indexOf('\r\n\r\n')
    expect(end, rest).toBeGreaterThan(0)
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    expect(first).toMatch(/^HTTP\/1\.1 \d{3} /)
    const headers = new Map(
      lines.map((line) => {
        const at = line.indexOf(': ')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 2)]
      }),
    )
    const length = Number(headers.get('content-length') ?? 0)
    const chunks = headers.get('transfer-encoding') === 'chunked' ? rest.slice(end + 4) : undefined
    const body = chunks === '0\r\n\r\n' ? '' : (chunks ?? rest.slice(end + 4, end + 4 + length))
    answers.push({ status: Number(first.split(' ')[1]), headers, body })
    rest = chunks === undefined ? rest.slice(end + 4 + length) : ''
  }
  return answers.filter(({ status }) => status !== 100)
}

async function exchange(bytes: string): Promise<Answer[]> {
  const socket = connect(Number(new URL(product.url).port), 'localhost')
  socket.on('error', () => {})
  socket.write(Buffer.from(bytes, 'latin1'))
  return answersIn(await text(socket))
}

const host = 'Host: localhost'
const close = 'Connection: close'
const json = 'Content-Type: application/json'
const lines = (...all: string[]) => [...all, '', ''].join('\r\n')
const get = (path: string, ...more: string[]) => lines(`GET ${path} HTTP/1.1`, host, close, ...more)
const login = (...more: string[]) =>
  `POST /api/auth/login HTTP/1.1\r\n${host}\r\n${more.join('\r\n')}`
const socket = (...more: string[]) =>
  lines(
    'GET /ws HTTP/1.1',
    host,
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Origin: ${product.url}`,
    ...more,
  )
const version = 'Sec-WebSocket-Version: 13'
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const anAsset = () =>
  `/assets/${readdirSync('build/site/client/assets').find((it) => it.endsWith('.js'))}`

const kinds: [string, () => string, number[]][] = [
  ['a broken escape in an address', () => get('/%zz'), [400]],
  ['half an escape', () => get('/%'), [400]],
  ['an escape that is no UTF-8', () => get('/%c0%af'), [400]],
  ['a broken escape below the API', () => get('/api/admin/clients/%zz'), [400]],
  ['a broken escape in a query', () => get('/api/admin/clients?search=%zz'), [401]],
  ['an id that is far too long', () => get(`/api/admin/clients/${'x'.repeat(2_000)}`), [404]],
  ['an address of another host', () => get('http://elsewhere.example/%zz'), [400]],
  ['an address without a slash', () => get('nowhere'), [400]],
  ['an asterisk for an address', () => lines('OPTIONS * HTTP/1.1', host, close), [404]],
  ['a space in an address', () => get('/a b'), [400]],
  ['an unknown method', () => lines('BREW / HTTP/1.1', host, close), [400]],
  ['a method in small letters', () => lines('get / HTTP/1.1', host, close), [400]],
  ['a method that nothing here has', () => lines('PROPFIND / HTTP/1.1', host, close), [404]],
  ['TRACE', () => lines('TRACE / HTTP/1.1', host, close), [404]],
  ['CONNECT', () => lines('CONNECT elsewhere.example:443 HTTP/1.1', host), []],
  ['a method that a page does not take', () => lines('DELETE / HTTP/1.1', host, close), [404]],
  ['another version of HTTP', () => lines('GET / HTTP/3.7', host), [400]],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['the greeting of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['a sentence', () => lines('Hello there.'), [400]],
  ['bytes of zero', () => '\0'.repeat(100), [400]],
  ['no host', () => lines('GET / HTTP/1.1'), [400]],
  ['a header without a colon', () => get('/', 'Nonsense'), [400]],
  ['a header with a blank before its colon', () => get('/', 'Nonsense : x'), [400]],
  ['a header with a control character', () => get('/', 'X-Odd: a\x01b'), [400]],
  ['headers that are too large', () => get('/', `X-Large: ${'x'.repeat(20_000)}`), [431]],
  ['an expectation that cannot be met', () => get('/', 'Expect: miracles'), [417]],
  ['a length that is no number', () => login('Content-Length: many', '', ''), [400]],
  ['a negative length', () => login('Content-Length: -1', '', ''), [400]],
  ['two lengths', () => login('Content-Length: 2', 'Content-Length: 3', '', '{}'), [400]],
  [
    'a length and chunks',
    () => login('Content-Length: 2', 'Transfer-Encoding: chunked', '', '{}'),
    [400],
  ],
  ['an unknown coding', () => login('Transfer-Encoding: magic', '', '{}'), [400]],
  [
    'a chunk whose length is no number',
    () => login(json, 'Transfer-Encoding: chunked', '', 'zz\r\n'),
    [400],
  ],
  [
    'a chunk with very long extensions',
    () =>
      login(json, 'Transfer-Encoding: chunked', '', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    [413],
  ],
  [
    'a length above the limit',
    () => login(json, close, 'Content-Length: 99999999', '', '{'),
    [413],
  ],
  ['half of JSON', () => login(json, close, 'Content-Length: 3', '', '{"a'), [400]],
  [
    'JSON in another charset',
    () =>
      login('Content-Type: application/json; charset=utf-16', close, 'Content-Length: 2', '', '{}'),
    [400],
  ],
  [
    'a type that is no type',
    () => login('Content-Type: ;;;', close, 'Content-Length: 2', '', '{}'),
    [415],
  ],
  [
    'a compressed body',
    () => login(json, 'Content-Encoding: gzip', close, 'Content-Length: 2', '', '{}'),
    [400],
  ],
  ['more than the length says', () => login(json, 'Content-Length: 2', '', '{}}}}}}'), [400]],
  ['a range beyond a file', () => get(anAsset(), 'Range: bytes=99999999-'), [200]],
  ['a range that is none', () => get('/favicon.svg', 'Range: bytes=9-1'), [200]],
  ['a precondition that fails', () => get('/favicon.svg', 'If-Match: "other"'), [412]],
  ['a file above the public folder', () => get('/..%2f..%2fpackage.json'), [404]],
  ['a file whose name begins with a dot', () => get('/.vite/manifest.json'), [404]],
  ['a socket of an old version', () => socket('Sec-WebSocket-Version: 8', key), [426]],
  ['a socket without a key', () => socket(version), [400]],
  ['a socket whose key is none', () => socket(version, 'Sec-WebSocket-Key: short'), [400]],
  [
    'a socket with odd protocols',
    () => socket(version, key, 'Sec-WebSocket-Protocol: a,,b'),
    [400],
  ],
  ['a socket elsewhere', () => socket(version, key).replace('/ws', '/elsewhere'), [404]],
  [
    'an upgrade to something else',
    () => socket(version, key).replace('Upgrade: websocket', 'Upgrade: h2c'),
    [400],
  ],
  ['a socket that is posted', () => socket(version, key).replace('GET', 'POST'), [400]],
  ['nothing', () => '', [408]],
  ['half a header', () => `GET / HTTP/1.1\r\n${host}\r\nX-Ha`, [408]],
]

const headers: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none'; .*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'x-request-id': /^[\da-f-]{36}$/,
  'content-type': /^(application\/json|text\/html); charset=utf-8$/,
}

test('every answer is empty or has the common shape and headers', async () => {
  const seen = await Promise.all(
    kinds.map(
      async ([about, sent, statuses]) => [about, statuses, await exchange(sent())] as const,
    ),
  )
  for (const [about, statuses, answers] of seen) {
    expect.soft([about, answers.map(({ status }) => status)]).toEqual([about, statuses])
    for (const answer of answers) {
      expect.soft([about, answer.headers.get('server')]).toEqual([about, undefined])
      if (!answer.body || answer.status === 200) continue
      for (const [name, value] of Object.entries(headers)) {
        const found = [about, name, answer.headers.get(name)]
        expect.soft(found).toEqual([about, name, expect.stringMatching(value)])
      }
      if (answer.headers.get('content-type')?.startsWith('text/html')) continue
      const { requestId, fields, ...body } = JSON.parse(answer.body)
      expect.soft([about, requestId]).toEqual([about, answer.headers.get('x-request-id')])
      expect.soft([about, body]).toEqual([
        about,
        {
          message: expect.stringMatching(/^[A-Z]/),
          code: expect.stringMatching(/^[a-z_]+$/),
        },
      ])
      expect.soft(answer.body).not.toMatch(/fastify|fst_|undefined/i)
    }
  }
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  expect(product.output()).not.toMatch(/"internal"/)
})
