import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Finding, reasonOf } from '#cli/doctor-findings.ts'
import { checkInside } from '#cli/doctor-inside.ts'
import { checkFromOutside } from '#cli/doctor-outside.ts'
import { checkAddress, forged } from '#cli/doctor-proxy.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { type MailSink, openMailSink } from '../harness/mail-sink.ts'
import { startPostgres } from '../harness/postgres-server.ts'
import { freePort, type RunningProduct, startProduct } from '../harness/product.ts'
import { runCli } from '../harness/run-cli.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'

let product: RunningProduct
let sink: MailSink
let mail: Record<string, string>
let metricsUrl: string

beforeAll(async () => {
  const port = await freePort()
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  sink = await openMailSink()
  mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@firm.test', MAIL_TO: 'staff@firm.test' }
  product = await startProduct({ environment: { METRICS_PORT: String(port), ...mail } })
})

afterAll(async () => {
  await product[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})

const doctor = (url: string[], environment: Record<string, string> = {}) =>
  runCli(['doctor', ...url], environment)

const brief = (findings: Finding[]) =>
  Object.fromEntries(findings.map(({ check, status }) => [check, status]))

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const outside = (url: string) =>
  checkFromOutside({ url: new URL(url), config: undefined, encryption: undefined })

test('metrics are served on their own port only', async () => {
  const answer = await fetch(metricsUrl)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const shown = await answer.text()
  for (const line of [
    /^sockets_open\{role="visitor"\} 0$/m,
    /^dependency_up\{name="database"\} 1$/m,
    /^dependency_up\{name="storage"\} 1$/m,
    /^database_waiting \d+$/m,
    /^jobs_waiting \d+$/m,
    /^storage_free_bytes \d+$/m,
    /^process_resident_memory_bytes \d{8,}$/m,
    /^process_cpu_seconds_total [\d.]+$/m,
    /^process_open_fds \d+$/m,
    /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
    /^app_build_info\{version="[\d.]+",node="[\d.]+"\} 1$/m,
    /^metrics_sources_failed 0$/m,
  ]) {
    expect(shown).toMatch(line)
  }
  expect((await fetch(new URL('/', metricsUrl))).status).toBe(404)
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${product.url}/metrics`)).status).toBe(404)
})

test('the doctor finds nothing wrong with a sound installation, and leaves nothing in it', async () => {
  const settings = { DATA_DIR: product.dataDir, PUBLIC_URL: product.url }
  const before = await doctor([], { ...settings, ...mail })
  expect(before.output.match(/^(failed|warning) .*/gm)).toEqual([
    expect.stringMatching(/^warning +Backup +none was ever made: docs\/operations\.md, step 8\.$/),
  ])
  await runCli(['backup', join(temporaryDirectory(), 'backup')], settings)
  const { output, code } = await doctor([], { ...settings, ...mail })
  expect(output).not.toMatch(/^(failed|warning) /m)
  for (const line of [
    /^not set +Encryption +plain http/m,
    /^ok +Security headers/m,
    /^ok +Canonical address/m,
    /^ok +Chat socket/m,
    /^ok +Foreign Origin +is refused with 403/m,
    /^ok +Client address +you are 127\.0\.0\.1/m,
    /^ok +Body size/m,
    /^ok +Upload buffering/m,
    /^ok +Secret key/m,
    /^ok +Storage/m,
    /^ok +Mail/m,
    /^not set +Sending domain/m,
    /^ok +Notifications/m,
    /^ok +Signing key/m,
    /^ok +Receipts/m,
    /^ok +Public head/m,
    /0 failed/,
  ]) {
    expect(output).toMatch(line)
  }
  expect(code).toBe(0)
  expect(sink.mails).toEqual([])
  const untold = await checkInside(readConfig(settings))
  expect(untold.find(({ check }) => check === 'Notifications')).toMatchObject({
    status: 'failed',
    words: expect.stringMatching(/^nobody is notified/),
  })
  expect(spawnSync('ls', [join(product.dataDir, 'documents')], { encoding: 'utf8' }).stdout).toBe(
    '',
  )
})

test('where nothing listens, and where something else does, it says so and exits with 1', async () => {
  const port = await freePort()
  const { output, code } = await doctor([`http://127.0.0.1:${port}`], { DATA_DIR: '/nonexistent' })
  expect(output).toMatch(/^failed +Reachable +could not be checked: ECONNREFUSED/m)
  expect(output).toMatch(/^failed +Database +\/nonexistent\/database is not there/m)
  expect(code).toBe(1)
  const other = await listen(createServer((_, response) => response.end('It works!')))
  expect(brief(await outside(`http://127.0.0.1:${other}`))).toMatchObject({ Reachable: 'failed' })
  const wrong = await doctor(['example.com'], { PORT: 'eighty' })
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('example.com is none')])
})

/** A badly misconfigured proxy in front of the product. */
const badProxy: RequestListener = (incoming, response) => {
  if (Number(incoming.headers['content-length'] ?? 0) > 1_000_000) {
    response.writeHead(413, { connection: 'close' }).end('<h1>413 Request Entity Too Large</h1>')
    return
  }
  const { upgrade: _, connection: __, ...headers } = incoming.headers
  const onward = request(new URL(incoming.url ?? '/', product.url), {
    method: incoming.method,
    headers,
  })
  onward.on('response', (answer) => {
    const { 'content-security-policy': ___, ...passedOn } = answer.headers
    response.writeHead(answer.statusCode ?? 502, passedOn)
    answer.pipe(response)
  })
  incoming.pipe(onward)
}

test('the doctor reports faults of a proxy', async () => {
  const port = await listen(createServer(badProxy))
  const findings = await outside(`http://127.0.0.1:${port}`)
  expect(brief(findings)).toMatchObject({
    Reachable: 'ok',
    'Security headers': 'failed',
    'Canonical address': 'failed',
    'Chat socket': 'failed',
    'Client address': 'not set',
    'Body size': 'failed',
  })
  const words = findings.map(({ words }) => words).join('\n')
  for (const mend of [
    'content-security-policy',
    'PUBLIC_URL=http',
    'client_max_body_size',
    'Upgrade',
  ]) {
    expect(words).toContain(mend)
  }
})

const away = new URL('https://www.example.com')
const here = new URL('http://localhost:3000')
const peer = (address: string, isTrusted = false) => ({ address, isTrusted })

test.each([
  ['none is set', '127.0.0.1', [], 'set TRUST_PROXY=127.0.0.1.'],
  ['another is set', '127.0.0.1', ['10.0.0.1'], 'set TRUST_PROXY=10.0.0.1,127.0.0.1.'],
  ['it is in another container', '172.18.0.5', [], 'set TRUST_PROXY=172.18.0.5.'],
  ['it is a public address', '198.51.100.4', ['127.0.0.1'], 'TRUST_PROXY=127.0.0.1,198.51.100.4.'],
  ['set after the start', '127.0.0.1', ['127.0.0.1'], 'restart the product'],
])('behind an untrusted proxy every visitor is the proxy: %s', (_, address, trusted, remedy) => {
  expect(checkAddress({ address, peer: peer(address) }, away, trusted)).toMatchObject({
    status: 'failed',
    words: expect.stringContaining(remedy),
  })
})

test('a forged address, and a trusted proxy that passes none on, are told apart from a sound one', () => {
  const proxy = peer('127.0.0.1', true)
  const statusOf = (address: string, url = away, through = proxy) =>
    checkAddress({ address, peer: through }, url, ['127.0.0.1']).status
  expect(statusOf(forged)).toBe('failed')
  expect(statusOf('192.0.2.9', away, peer('192.0.2.9', true))).toBe('failed')
  // From the proxy's own machine, both addresses are the same.
  expect(statusOf('127.0.0.1')).toBe('warning')
  expect(statusOf('198.51.100.4')).toBe('ok')
  expect(statusOf('127.0.0.1', here, peer('127.0.0.1'))).toBe('ok')
  expect(statusOf(forged, here)).toBe('warning')
})

test('with the configuration it finds missing, unprotected and unavailable parts', async () => {
  const dataDir = temporaryDirectory()
  const port = await freePort()
  const config = readConfig({
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://user:hunter2@127.0.0.1:${port}`,
    MAIL_FROM: 'a@b.example',
    MAIL_TO: 'a@b.example',
  })
  const empty = await checkInside(config)
  expect(brief(empty)).toEqual({
    'Secret key': 'failed',
    Database: 'failed',
    Storage: 'failed',
    Backup: 'not set',
    Mail: 'failed',
    Notifications: 'failed',
    'Sending domain': 'warning',
    'Site settings': 'not set',
    Automations: 'not set',
    Watchdog: 'not set',
    'Making pictures': 'ok',
  })
  expect(JSON.stringify(empty)).not.toContain('hunter2')
  mkdirSync(join(dataDir, 'documents'))
  mkdirSync(join(dataDir, 'database'))
  writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 7).toString('base64'))
  chmodSync(join(dataDir, 'secret.key'), 0o644)
  const present = {
    ...config,
    mail: config.mail && { ...config.mail, smtpUrl: sink.url },
  }
  expect(brief(await checkInside(present))).toMatchObject({
    'Secret key': 'failed',
    Database: 'ok',
    Storage: 'ok',
    'Free space': 'ok',
    Mail: 'ok',
    Notifications: 'ok',
  })
  expect(sink.mails).toEqual([])
})

test("the doctor reports PostgreSQL's version, extension and queue", async () => {
  await using server = await startPostgres()
  const dataDir = temporaryDirectory()
  const key = Buffer.alloc(32, 7).toString('base64')
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: server.url, SECRET_KEY: key })
  const opened = await openDatabase({ dataDir, databaseUrl: server.url })
  await opened.db.execute(
    `insert into jobs (id, name, run_at) values (gen_random_uuid(), 'a', now() - interval '1 hour')`,
  )
  await opened.close()
  expect(brief(await checkInside(config))).toMatchObject({
    'Secret key': 'ok',
    Database: 'ok',
    'Extension pg_trgm': 'ok',
    'Unicode order': 'ok',
    Clocks: 'ok',
    'Google consents': 'not set',
    'Job queue': 'failed',
  })
  await server.stop()
  const away = await checkInside(config)
  expect(away.find(({ check }) => check === 'Database')).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('ECONNREFUSED'),
  })
  expect(reasonOf(new Error('postgres://user:secret@host'))).toBe('Error')
})
