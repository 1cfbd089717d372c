/**
 * Uploads of 50 MB: speed compared with nginx, and memory of eight at once. `node bench/uploads.ts
 * [--quick]` after `npm run build`.
 *
 * nginx takes the same bytes by PUT (WebDAV) to the same disk. It does not wait for its writes; the
 * product does (fsync), and also hashes and inspects every byte.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginxWith } from '../test/nginx.ts'
import { ownerPassword, startProduct } from '../test/product.ts'
import { multipart } from '../test/sample-files.ts'
import {
  alternate,
  cpuOf,
  type Effort,
  type Figure,
  figure,
  memoryMb,
  percentile,
  ratioOf,
  spreadOf,
} from './measure.ts'
import { runAlone } from './table.ts'

const bytes = 52_428_800
const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 120)])

type Send = () => Promise<number>

function exchange(url: string, options: RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function json(url: string, init: RequestInit) {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return { answer, body: (await answer.json()) as { id: string } }
}

/** A person may have four uploads at a time, so eight take two. */
const people = ['first', 'second']

export function makePeople(dataDir: string, names: readonly string[]): void {
  for (const name of names) {
    const args = ['scripts/cli.ts', 'user:create', name, 'owner']
    const env = { ...process.env, DATA_DIR: dataDir }
    execFileSync(process.execPath, args, {
      input: ownerPassword,
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }
}

function postJson(url: string, body: object, headers: Record<string, string>) {
  return json(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** @returns the session cookie. */
export async function signIn(url: string, username: string, origin = url): Promise<string> {
  const who = { username, password: ownerPassword }
  const { answer } = await postJson(`${url}/api/auth/login`, who, { origin })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Signs in, creates a project and returns a function that uploads one file of 50 MB to it. */
export async function prepare(url: string, username: string, origin = url) {
  const cookie = await signIn(url, username, origin)
  const post = (path: string, body: object) => postJson(url + path, body, { origin, cookie })
  const client = await post('/api/admin/clients', { name: 'Bench', email: 'b@n.example' })
  const path = `/api/admin/clients/${client.body.id}/projects`
  const project = await post(path, { title: 'Bench' })
  const form = multipart('a.pdf', content)
  const options = { method: 'POST', headers: { ...form.headers, origin, cookie } }
  return () => exchange(`${url}${path}/${project.body.id}/documents/upload`, options, form.payload)
}

async function sendOnce(send: Send): Promise<{ done: 1; mbPerSecond: number }> {
  const began = performance.now()
  const status = await send()
  if (status !== 201 && status !== 204) throw new Error(`answered ${status}`)
  return { done: 1, mbPerSecond: bytes / 1e6 / ((performance.now() - began) / 1000) }
}

function startDepot(folder: string) {
  return startNginxWith(
    (port) => `client_max_body_size 60m; server {
      listen 127.0.0.1:${port}; root ${folder}; location / { dav_methods PUT; } }`,
  )
}

async function besideNginx(pid: number, send: Send, scratch: string, rounds: number) {
  const folder = join(scratch, 'nginx')
  mkdirSync(folder)
  await using nginx = await startDepot(folder)
  let run = 0
  const put = () => exchange(`${nginx.url}/${run++ % 2}`, { method: 'PUT' }, content)
  const runs = await alternate(
    {
      ours: () => cpuOf([pid], () => sendOnce(send)),
      theirs: () => cpuOf([nginx.pid], () => sendOnce(put)),
    },
    rounds,
  )
  const speeds = (side: keyof typeof runs) => runs[side].map((one) => one.mbPerSecond)
  const each = (side: keyof typeof runs) =>
    `${percentile(speeds(side), 0.5).toFixed(0)} MB/s and ` +
    `${(
      percentile(
        runs[side].map(({ micros }) => micros),
        0.5,
      ) / 1000
    ).toFixed(0)} ms of CPU`
  return figure({
    name: 'upload of 50 MB, speed beside nginx',
    value: ratioOf(speeds('ours'), speeds('theirs')),
    unit: '',
    goal: { atLeast: 0.45 },
    detail: `product ${each('ours')}, nginx ${each('theirs')}`,
  })
}

async function memoryOfEight(pid: number, senders: readonly Send[]): Promise<Figure> {
  const before = memoryMb(pid)
  const grown: number[] = []
  for (let round = 0; round < 3; round++) {
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryMb(pid))
    }, 20)
    const statuses = await Promise.all(senders.flatMap((send) => [send(), send(), send(), send()]))
    clearInterval(watch)
    if (statuses.some((status) => status !== 201)) throw new Error(`answered ${statuses}`)
    grown.push(most - before)
  }
  const most = Math.max(...grown)
  return figure({
    name: '8 uploads of 50 MB at once, growth of memory',
    value: { ...spreadOf(grown), median: most },
    unit: 'MB',
    goal: { atMost: 80 },
    detail: `the most of three times, from ${before.toFixed(0)} MB`,
  })
}

export async function uploads({ quick }: Effort): Promise<Figure[]> {
  const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'counterfoil-bench-'))
  try {
    const dataDir = join(scratch, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    makePeople(dataDir, people)
    await using product = await startProduct({ dataDir })
    const senders = await Promise.all(people.map((name) => prepare(product.url, name)))
    const [send] = senders
    if (!send) throw new Error('nobody may upload')
    await send()
    return [
      await memoryOfEight(product.pid, senders),
      await besideNginx(product.pid, send, scratch, quick ? 3 : 12),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(uploads)
