/**
 * Runs the product on its own PostgreSQL for a long time: 50 chat messages a second, pages, forms
 * within their limits and uploads of 1 MB. Prints its memory every minute.
 *
 * `npm run prove:soak -- [--minutes 30]`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { percentile } from '../bench/measure.ts'
import { openReport } from '../bench/report.ts'
import { call } from '../bench/visitors.ts'
import { Pair, publicUrl, signIn, until, wait } from '../test/chat-pairs.ts'
import { ownerPassword, startProduct } from '../test/product.ts'
import { multipart, pdf } from '../test/sample-files.ts'
import { anyAddress, environmentOf, newDocuments } from './fault-writers.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const megabyte = 1024 * 1024
/** An agent answers five: 50 ends, each with one message a second. */
const [answered, alone] = [5, 40]

await using product = await startProduct({ environment: environmentOf() })
const { report, end } = openReport()
const { url, pid } = product
const admin = await signIn(url)
const { cookie } = admin

const over = performance.now() + minutes * 60_000
const isOver = () => performance.now() > over
const failures = new Map<string, number>()
const count = { pages: 0, forms: 0, uploads: 0 }
const times: number[] = []

function note(what: string, status: number, wanted: number): void {
  if (status !== wanted) {
    const name = `${what} ${status}`
    failures.set(name, (failures.get(name) ?? 0) + 1)
  }
}

async function readPages(paths: string[]): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const path = paths[n % paths.length] ?? '/'
    const { status, ms } = await call(url, { path, cookie })
    note(path, status, 200)
    times.push(ms)
    count.pages++
    await wait(100)
  }
}

/** All visitors together may send 120 a minute. */
async function sendForms(): Promise<void> {
  while (!isOver()) {
    const body = { name: 'Soak', email: 'soak@n.example', message: `At ${Date.now()}` }
    const sent = { path: '/api/contact', method: 'POST', body, forwardedFor: anyAddress() }
    note('form', (await call(url, sent)).status, 201)
    count.forms++
    await wait(2_000)
  }
}

async function upload(): Promise<void> {
  const documents = await newDocuments(url, cookie)
  const bytes = Buffer.concat([pdf, Buffer.alloc(megabyte - pdf.length, 32)])
  const { headers, payload } = multipart('soak.pdf', bytes)
  while (!isOver()) {
    const answer = await fetch(`${url}${documents}/upload`, {
      method: 'POST',
      headers: { ...headers, origin: publicUrl, cookie },
      body: new Uint8Array(payload),
    })
    note('upload', answer.status, 201)
    const { id } = (await answer.json()) as { id: string }
    const gone = await call(url, { path: `${documents}/${id}`, method: 'DELETE', cookie })
    note('delete', gone.status, 200)
    count.uploads++
    await wait(5_000)
  }
}

const statusOf = (field: string) =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1],
  ) / 1024

type Minute = { minute: number; megabytes: number; files: number }

/** The minimum of each minute, which is independent of garbage collection. */
async function watch(): Promise<Minute[]> {
  const found: Minute[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    let [megabytes, files] = [Number.POSITIVE_INFINITY, 0]
    for (let second = 0; second < 60; second += 2) {
      await wait(2_000)
      megabytes = Math.min(megabytes, statusOf('VmRSS'))
      files = readdirSync(`/proc/${pid}/fd`).length
    }
    found.push({ minute, megabytes, files })
    const sum = acknowledged()
    console.log(
      `minute ${minute}: ${megabytes.toFixed(1)} MB, ${files} files open, ${sum} chat messages, ` +
        `${count.pages} pages, ${count.forms} forms, ${count.uploads} uploads`,
    )
  }
  return found
}

/** By least squares. */
function slopeOf(points: readonly Minute[]): number {
  const mean = (of: (point: Minute) => number) =>
    points.reduce((total, point) => total + of(point), 0) / points.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ megabytes }) => megabytes)]
  const across = mean((point) => (point.minute - x) * (point.megabytes - y))
  return across / (mean(({ minute }) => (minute - x) ** 2) || 1)
}

const pairs: Pair[] = []
const acknowledged = () => pairs.reduce((total, pair) => total + pair.acknowledged, 0)
const visitorUrl = `${url.replace('http', 'ws')}/ws`
for (let n = 0; n < answered + alone; n++) {
  const agent = n < answered ? { url: visitorUrl, ...admin } : undefined
  const from = { headers: { 'x-forwarded-for': `10.5.0.${n + 1}` } }
  pairs.push(new Pair({ n, visitorUrl, ...(agent && { agent }), from, pace: {}, pauseMs: 1_000 }))
}
await until('everybody to be in a chat', 60_000, () => pairs.every((pair) => pair.sessionId))
const services = ['/', '/services/document-processing', '/legal/privacy']
const calls = ['/api/admin/clients', '/api/contact/inquiries', '/api/services', '/api/auth/me']
const [found] = await Promise.all([
  watch(),
  readPages(services),
  readPages(calls),
  sendForms(),
  upload(),
])
for (const pair of pairs) pair.rest()
await until('both ends to agree', 60_000, () => pairs.every((pair) => pair.isQuiet))
for (const pair of pairs) pair.close()

const body = { username: 'admin', password: ownerPassword }
note('login', (await call(url, { path: '/api/auth/login', method: 'POST', body })).status, 200)
/** In the first half code is compiled, and caches and heap fill. */
const settled = found.slice(Math.floor(minutes / 2))
const slope = slopeOf(settled)
const files = settled.map((minute) => minute.files)
const growth = (files.at(-1) ?? 0) - (files[0] ?? 0)
const failed = [...failures].map(([what, times]) => `${what} × ${times}`).join(', ') || '0 errors'
// Over fewer minutes the slope shows garbage collection rather than a leak.
const isLong = settled.length >= 10
report(
  failures.size === 0 &&
    growth < 20 &&
    (!isLong || slope < 1) &&
    acknowledged() > minutes * 60 * 30,
  `${minutes} minutes on the own PostgreSQL: ${acknowledged()} chat messages, ${count.pages} pages and ` +
    `calls (p99 ${percentile(times, 0.99).toFixed(0)} ms), ${count.forms} forms, ${count.uploads} uploads: ` +
    `${failed}; memory ${settled.at(-1)?.megabytes.toFixed(0)} MB, ${slope.toFixed(2)} MB a minute` +
    `${isLong ? '' : ' (too short to judge)'}, files open ${Math.min(...files)} to ${Math.max(...files)}`,
)
end()
