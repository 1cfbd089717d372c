import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onTestServer } from '../harness/installation.ts'
import {
  freePort,
  newDataDirectory,
  type RunningProduct,
  spawnProduct,
  startProduct,
} from '../harness/product.ts'

const message = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }

function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  })
}

async function signIn(url: string): Promise<string> {
  const answer = await post(url, '/api/auth/login', { username: 'admin', password: password() })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function inquiriesAt(url: string): Promise<{ id: string }[]> {
  const cookie = await signIn(url)
  const answer = await fetch(`${url}/api/contact/inquiries`, { headers: { cookie } })
  return (await answer.json()) as { id: string }[]
}

test('a start that fails in the database names the cause, and no values', async () => {
  const dataDir = newDataDirectory()
  const outside = await onTestServer()
  const client = new Client({ connectionString: outside.DATABASE_URL })
  await client.connect()
  await client.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '57014'; end $$;
    create trigger refuse before insert on chat_connections execute function refuse()`)
  await client.end()
  const { ended, output } = spawnProduct({ DATA_DIR: dataDir, ...outside })
  expect(await ended).toBe(1)
  expect(output()).toBe('Not started: The database refused a statement (57014).\n')
  rmSync(dataDir, { recursive: true, force: true })
})

/** One case of each kind of refused configuration. attacks/start.test.ts has all of them. */
const wrong: [string, Record<string, string>][] = [
  ['PORT', { PORT: 'eighty' }],
  ['SECRET_KEY', { SECRET_KEY: 'c2hvcnQ=' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'x' }],
]

test.each(wrong)('a wrong %s stops the start with one line that names it', async (name, values) => {
  const dataDir = newDataDirectory()
  const { ended, output } = spawnProduct({ DATA_DIR: dataDir, ...values })
  expect(await ended).toBe(1)
  expect(output()).toMatch(new RegExp(`^Not started: ${name} [^\\n]+\\n$`))
  expect(output()).not.toContain('c2hvcnQ=')
  rmSync(dataDir, { recursive: true, force: true })
})

/** A start takes a second, so all tests below use one installation, which is started twice. */
const dataDir = newDataDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const environment = {
  LOG_LEVEL: 'info',
  METRICS_TOKEN: 'token-of-a-test-long-enough',
  ADMIN_PASSWORD: '',
  GOOGLE_CLIENT_ID: 'an-id',
  GOOGLE_CLIENT_SECRET: 'a-secret',
}
const programOptions = ['--import', './test/harness/loaded-packages.ts']
let first: RunningProduct
let product: RunningProduct
const password = () => /First owner: admin with the password (\S+)/.exec(first.output())?.[1] ?? ''
let sent: { id: string }

describe('a first start', () => {
  beforeAll(async () => {
    first = await startProduct({ dataDir, environment })
    sent = (await (await post(first.url, '/api/contact', message)).json()) as { id: string }
  })
  afterAll(() => first.stop())

  test('says where it begins; a password that is not configured is printed and works', async () => {
    expect(first.output()).toContain(`Begins a new installation in ${dataDir}`)
    expect(await signIn(first.url)).toMatch(/./)
  })

  test('a second process on the same data is refused in one line, and the first goes on', async () => {
    const second = spawnProduct({ PORT: String(await freePort()), DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^Not started: [^\n]*database[^\n]*\n$/i)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('an idle connection does not hold up the end', async () => {
    const socket = connect(Number(new URL(first.url).port), 'localhost')
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    expect(await first.stop('SIGTERM')).toBe(0)
    await closed
  })
})

describe('a second start', () => {
  beforeAll(async () => {
    product = await startProduct({ dataDir, environment, programOptions })
  })
  afterAll(() => product.stop())

  test("does not wait for Google's libraries: they load when they are first needed", async () => {
    const cookie = await signIn(product.url)
    const ofGoogle = () => product.output().match(/^loaded .*(google|gaxios).*$/gm) ?? []
    expect(product.output()).toContain('loaded @node-rs/argon2\n')
    expect(ofGoogle()).toEqual([])
    const asked = `${product.url}/api/google/auth/url?serviceType=drive`
    expect((await fetch(asked, { headers: { cookie } })).status).toBe(200)
    expect(ofGoogle()).toContain('loaded google-auth-library')
  })

  test('has the data of the first, and prints no password', async () => {
    expect((await inquiriesAt(product.url)).map(({ id }) => id)).toEqual([sent.id])
    expect(product.output()).not.toContain('First owner')
    expect(product.output()).not.toContain('Begins a new installation')
  })

  test('pages are complete, kept, compressed and allow exactly their own scripts', async () => {
    const page = await fetch(`${product.url}/`, { headers: { 'accept-encoding': 'br' } })
    const html = await page.text()
    expect(page.status).toBe(200)
    for (const text of ['Document Processing', 'Workflow Automation', 'Northfold Logistics']) {
      expect(html).toContain(text)
    }
    expect(html.replaceAll('<!-- -->', '')).toMatch(/\+\d more features/)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/)
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/<[^>]+ style="/)
    expect(page.headers.get('content-encoding')).toBe('br')
    const etag = page.headers.get('etag') ?? ''
    const again = await fetch(`${product.url}/`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a page is sent soon after it was made, and made smaller behind that', async () => {
    const length = async () => {
      const url = `${product.url}/services/data-analysis`
      const page = await fetch(url, { headers: { 'accept-encoding': 'br' } })
      expect(await page.text()).toContain('</html>')
      return Number(page.headers.get('content-length'))
    }
    const first = await length()
    await expect.poll(length).toBeLessThan(first)
  })

  test('a kept page is sent again as it was, and logged and counted like any answer', async () => {
    const url = `${product.url}/services/document-processing`
    const ask = () => fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    const counted = async () => {
      const metrics = await fetch(`${product.url}/metrics`, {
        headers: { authorization: `Bearer ${environment.METRICS_TOKEN}` },
      })
      const [, count] =
        /requests_total\{[^}]*route="\/\*"[^}]*\} (\d+)\n/.exec(await metrics.text()) ?? []
      return Number(count ?? 0)
    }
    const before = await counted()
    const answers = [await ask(), await ask(), await ask()]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    const [first, second] = answers.map(({ headers }) => {
      const {
        'x-request-id': id,
        date,
        'content-length': length,
        ...same
      } = Object.fromEntries(headers)
      return same
    })
    // The cached page may have been shrunk meanwhile.
    const lengths = answers.map(({ headers }) => Number(headers.get('content-length')))
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    expect(lengths[2]).toBeGreaterThan(0)
    expect(second).toEqual(first)
    expect(second).toMatchObject({ 'x-frame-options': 'DENY', 'content-encoding': 'gzip' })
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(3)
    const logged = () =>
      product
        .output()
        .split('\n')
        .filter((line) => line.includes('"event":"request"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ reqId }) => ids.includes(String(reqId)))
    await expect.poll(() => logged().map(({ reqId }) => reqId)).toEqual(ids)
    const lines = logged().map(({ time, ms, reqId, ...line }) => line)
    expect(lines[1]).toEqual(lines[0])
    expect(await counted()).toBe(before + 3)
  })

  test('an address that leads nowhere answers 404, and nothing outside the site is served', async () => {
    const unknown = await fetch(`${product.url}/no-such-page`)
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('x-robots-tag')).toBe('noindex')
    expect(await unknown.text()).toContain('<title>Page Not Found</title>')
    const outside = [
      '/.env',
      '/package.json',
      '/services',
      '/services/a/b',
      '/legal',
      '/legal/nothing',
      '/assets/..%2f..%2fserver/index.js',
      '/assets/%2e%2e/package.json',
      '/server/index.js',
      '/services/__proto__',
      '/services/no-such-service',
    ]
    for (const path of outside) {
      const { status } = await fetch(`${product.url}${path}`)
      expect([path, status]).toEqual([path, 404])
    }
    expect((await fetch(`${product.url}/%zz`)).status).toBe(400)
  })

  test('the host a client names changes nothing in a page', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const html = await (await fetch(`${product.url}/`, { headers })).text()
    expect(html).not.toContain('evil.example')
  })
})

test('a lost secret key is not replaced by a new one', async () => {
  const key = join(dataDir, 'secret.key')
  rmSync(key, { force: true })
  const { ended, output } = spawnProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(await ended).toBe(1)
  // PostgreSQL may log that the end cut off a connection that was being made.
  const lines = output().split('\n')
  const said = lines.filter((line) => !line.includes('"event":"database"')).join('\n')
  expect(said).toMatch(
    /^Not started: SECRET_KEY is not set, and .*secret\.key, which is missing, does not decrypt [^\n]+\n$/,
  )
  expect(existsSync(key)).toBe(false)
})
