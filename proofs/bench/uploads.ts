/**
 * Uploads of 50 MB: speed compared with nginx, and memory of eight at the same time: `node
 * proofs/bench/uploads.ts [--quick]` after `npm run build`.
 *
 * nginx writes the same bytes by PUT (WebDAV) to the same disk. It does not wait for its writes,
 * while the product does (fsync), and also hashes and inspects every byte.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicUrl, signIn } from '#test/harness/chat-pairs.ts'
import { startNginxWith } from '#test/harness/nginx.ts'
import { ownerPassword, startProduct } from '#test/harness/product.ts'
import { multipart } from '#test/harness/sample-files.ts'
import {
  alternate,
  type Effort,
  type Figure,
  figure,
  memoryMb,
  ratioOf,
  spreadOf,
} from './measure.ts'
import { setUp } from './new-database.ts'
import { runAlone } from './report.ts'

const bytes = 52_428_800
const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 120)])

/** Sends one upload and resolves to the status of the response. */
type Send = () => Promise<number>

function exchange(url: string, options: RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

/** Adds owners to an installation, whose first owner is `admin`. */
export function addPeople(dataDir: string, names: readonly string[]): void {
  for (const name of names) {
    execFileSync(process.execPath, ['src/cli/cli.ts', 'user:create', name, 'owner'], {
      input: ownerPassword,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }
}

/**
 * Creates a client with a project.
 * @returns the path of its documents.
 */
export async function newDocuments(url: string, cookie: string): Promise<string> {
  const make = async (path: string, body: object) => {
    const headers = { origin: publicUrl, cookie, 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const { id } = (await (await fetch(url + path, sent)).json()) as { id: string }
    return `${path}/${id}`
  }
  const client = await make('/api/admin/clients', { name: 'Bench', email: 'b@n.example' })
  return `${await make(`${client}/projects`, { title: 'Bench' })}/documents`
}

/** Signs in, creates a project and returns a function that uploads one file of 50 MB to it. */
export async function prepare(url: string, username: string): Promise<Send> {
  const { cookie } = await signIn(url, username)
  const path = await newDocuments(url, cookie)
  const form = multipart('a.pdf', content)
  const options = { method: 'POST', headers: { ...form.headers, origin: publicUrl, cookie } }
  return () => exchange(`${url}${path}/upload`, options, form.payload)
}

/** @returns the speed in MB a second. */
async function speedOf(send: Send): Promise<number> {
  const began = performance.now()
  const status = await send()
  if (status !== 201 && status !== 204) throw new Error(`answered ${status}`)
  return bytes / 1e3 / (performance.now() - began)
}

async function besideNginx(send: Send, folder: string, rounds: number): Promise<Figure> {
  await using nginx = await startNginxWith(
    (port) => `client_max_body_size 60m; server {
      listen 127.0.0.1:${port}; root ${folder}; location / { dav_methods PUT; } }`,
  )
  let run = 0
  const put = () => exchange(`${nginx.url}/${run++ % 2}`, { method: 'PUT' }, content)
  const runs = await alternate({ ours: () => speedOf(send), theirs: () => speedOf(put) }, rounds)
  const each = (side: keyof typeof runs) => `${spreadOf(runs[side]).median.toFixed(0)} MB/s`
  return figure({
    name: 'upload of 50 MB, speed beside nginx',
    value: ratioOf(runs.ours, runs.theirs),
    unit: '',
    goal: { atLeast: 0.45 },
    detail: `product ${each('ours')}, nginx ${each('theirs')}`,
  })
}

async function memoryOfEight(pid: number, senders: readonly Send[]): Promise<Figure> {
  const before = memoryMb(pid)
  const grown: number[] = []
  for (let round = 0; round < 3; round++) {
    let maxSeen = before
    const watch = setInterval(() => {
      maxSeen = Math.max(maxSeen, memoryMb(pid))
    }, 20)
    const statuses = await Promise.all(senders.flatMap((send) => [send(), send(), send(), send()]))
    clearInterval(watch)
    if (statuses.some((status) => status !== 201)) throw new Error(`answered ${statuses}`)
    grown.push(maxSeen - before)
  }
  return figure({
    name: '8 uploads of 50 MB at once, growth of memory',
    value: { ...spreadOf(grown), median: Math.max(...grown) },
    unit: 'MB',
    goal: { atMost: 100 },
    detail: `the most of three times, from ${before.toFixed(0)} MB`,
  })
}

export async function uploads({ quick }: Effort): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  try {
    await using product = await startProduct({ environment: setUp() })
    addPeople(product.dataDir, ['second'])
    // A person may have four uploads at a time, so eight of them need two people.
    const send = await prepare(product.url, 'admin')
    const senders = [send, await prepare(product.url, 'second')]
    await send()
    return [
      await memoryOfEight(product.pid, senders),
      await besideNginx(send, folder, quick ? 3 : 12),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(uploads)
