import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { failureOf, noExceptions } from '#test/harness/outbound.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { parseOutboundAllow } from './outbound-allow.ts'
import { checkOutbound, type ResolveHost } from './outbound-guard.ts'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    if (server instanceof http.Server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const atLoopback: ResolveHost = async () => ['127.0.0.1']

/** Checks the address of a server on this machine. */
async function checked(server: Server, path = '/', timeoutMs = 20_000) {
  const port = await listen(server)
  const allow = parseOutboundAllow(`hook.test:${port}`)
  const url = `http://hook.test:${port}${path}`
  return checkOutbound(url, { allow, timeoutMs, resolve: atLoopback })
}

const plain = (listener: RequestListener) => http.createServer(listener)

test('an allowed private host gets the request, with its own name as Host', async () => {
  const seen: unknown[] = []
  const target = await checked(
    plain(async (request, response) => {
      seen.push(request.method, request.url, request.headers.host, request.headers['content-type'])
      seen.push(Buffer.concat(await request.toArray()).toString())
      response.writeHead(201, { 'x-receipt': '7' }).end('thanks')
    }),
    '/hook?token=a%20b#part',
  )
  const answer = await target.request({
    method: 'POST',
    headers: { Host: 'other.test', 'Content-Type': 'application/json' },
    body: '{"ü":1}',
    maxBytes: 100,
  })
  expect(seen).toEqual([
    'POST',
    '/hook?token=a%20b',
    target.url.host,
    'application/json',
    '{"ü":1}',
  ])
  expect([answer.status, answer.headers['x-receipt'], `${answer.body}`]).toEqual([
    201,
    '7',
    'thanks',
  ])
})

test('the same server is refused without the exception, and hears nothing', async () => {
  let requests = 0
  const count: RequestListener = (_request, response) => {
    requests += 1
    response.end()
  }
  const port = await listen(plain(count))
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `https://hook.test:${port}/`,
    'https://hook.test/',
  ]) {
    const check = checkOutbound(url, { allow: noExceptions, timeoutMs: 5_000, resolve: atLoopback })
    expect(await failureOf(check)).not.toBe(null)
  }
  expect(requests).toBe(0)
})

test('a name that changes its address after the check is not asked again', async () => {
  const good = plain((_request, response) => void response.end('good'))
  const port = await listen(good)
  const answers = ['127.0.0.1', '127.0.0.2']
  let asked = 0
  const resolve: ResolveHost = async () => [answers[asked++] ?? '127.0.0.2']
  const allow = parseOutboundAllow(`127.0.0.1:${port}`)
  const check = () =>
    checkOutbound(`http://hook.test:${port}/`, { allow, timeoutMs: 20_000, resolve })
  const target = await check()
  for (let times = 0; times < 3; times += 1) {
    expect(`${(await target.request({ maxBytes: 100 })).body}`).toBe('good')
  }
  expect(asked).toBe(1)
  // The next attempt checks again and gets the other address.
  expect(await failureOf(check())).toMatchObject({ reason: 'not_public' })
})

test('a name that is public first and private then is refused at the next attempt', async () => {
  const answers = ['93.184.215.14', '169.254.169.254']
  const resolve: ResolveHost = async () => answers.splice(0, 1)
  const check = () =>
    checkOutbound('https://hook.test/', { allow: noExceptions, timeoutMs: 5_000, resolve })
  expect(await failureOf(check())).toBe(null)
  expect(await failureOf(check())).toMatchObject({ reason: 'not_public' })
})

test('redirects are answers and are not followed', async () => {
  const paths: unknown[] = []
  const target = await checked(
    plain((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: '/second' }).end()
    }),
    '/first',
  )
  const answer = await target.request({ maxBytes: 100 })
  expect([answer.status, answer.headers.location]).toEqual([302, '/second'])
  expect(paths).toEqual(['/first'])
})

test('an answer may be as large as the limit and no larger', async () => {
  const sized = (bytes: number, declared: boolean) =>
    plain((_request, response) => {
      if (declared) response.setHeader('content-length', bytes)
      response.write('x'.repeat(bytes))
      response.end()
    })
  for (const declared of [true, false]) {
    const exact = await checked(sized(65_536, declared))
    expect((await exact.request({ maxBytes: 65_536 })).body).toHaveLength(65_536)
    const large = await checked(sized(65_537, declared))
    expect(await failureOf(large.request({ maxBytes: 65_536 }))).toMatchObject({
      reason: 'too_large',
      status: 200,
    })
  }
})

test('an answer without end is cut at the limit', async () => {
  let closed: Promise<unknown> | undefined
  const target = await checked(
    plain((_request, response) => {
      closed = once(response, 'close')
      const more = () =>
        void (response.write('x'.repeat(16_384))
          ? setImmediate(more)
          : response.once('drain', more))
      more()
    }),
  )
  const failed = await failureOf(target.request({ maxBytes: 65_536 }))
  expect(failed).toMatchObject({ reason: 'too_large', status: 200 })
  await closed
})

test('silence and a trickle end at the time limit', async () => {
  const silent = await checked(
    plain(() => {}),
    '/',
    200,
  )
  expect(await failureOf(silent.request({ maxBytes: 100 }))).toMatchObject({
    reason: 'timeout',
    status: undefined,
  })
  const trickle = await checked(
    plain((_request, response) => {
      const timer = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(timer))
    }),
    '/',
    1_500,
  )
  expect(await failureOf(trickle.request({ maxBytes: 100_000 }))).toMatchObject({
    reason: 'timeout',
    status: 200,
  })
  // The time limit counts from the check on.
  expect(await failureOf(trickle.request({ maxBytes: 100 }))).toMatchObject({ reason: 'timeout' })
})

test('closed ports, broken answers and switched protocols are failed connections', async () => {
  const port = await listen(createServer())
  const allow = parseOutboundAllow('127.0.0.0/8')
  const at = (open: number) =>
    checkOutbound(`http://127.0.0.1:${open}/`, { allow, timeoutMs: 20_000 })
  const answersWith = async (head: string) =>
    at(await listen(createServer((socket) => void socket.on('error', () => {}).end(head))))
  const closed = http.createServer()
  const free = await listen(closed)
  closed.close()
  await once(closed, 'close')
  expect(port).not.toBe(free)
  const cases = [
    await at(free),
    await answersWith('no HTTP\r\n\r\n'),
    await answersWith(''),
    await answersWith('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'),
    await answersWith(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ),
    await answersWith(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`),
  ]
  for (const target of cases) {
    const failed = await failureOf(target.request({ maxBytes: 100 }))
    expect(failed).toMatchObject({ reason: 'connection' })
    expect(failed?.message).not.toMatch(/127|\d{4}/)
  }
  expect(await failureOf(cases[0]?.request({ maxBytes: 1 }) ?? Promise.resolve())).toMatchObject({
    code: 'ECONNREFUSED',
  })
})

/** A key and a certificate for one name. */
function certificateFor(name: string, folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  )
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)('TLS names the host and insists on its certificate', async () => {
  const { key, cert } = certificateFor('hook.test', temporaryDirectory())
  const names: unknown[] = []
  const port = await listen(
    https.createServer({ key, cert }, (request, response) => {
      names.push((request.socket as TLSSocket).servername, request.headers.host)
      response.end('sealed')
    }),
  )
  const allow = parseOutboundAllow('127.0.0.0/8')
  const ask = async (host: string) => {
    const options = { allow, timeoutMs: 20_000, resolve: atLoopback }
    const target = await checkOutbound(`https://${host}:${port}/`, options)
    return target.request({ maxBytes: 100 })
  }
  expect(await failureOf(ask('hook.test'))).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  onTestFinished(() => setDefaultCACertificates(before))
  expect(`${(await ask('hook.test')).body}`).toBe('sealed')
  expect(names).toEqual(['hook.test', `hook.test:${port}`])
  expect(await failureOf(ask('other.test'))).toMatchObject({
    reason: 'connection',
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  expect(names).toHaveLength(2)
})
