/**
 * Uploads of 50 MB: how fast beside nginx, and how much memory eight at once take.
 * `node bench/uploads.ts` after `npm run build`; without nginx its line is left out.
 *
 * nginx takes the same bytes by PUT (WebDAV) to the same disk. Its writes are not waited for, ours are
 * (fsync), and every byte of ours is hashed and looked at.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, ownerPassword, startProduct } from '../test/product.ts'
import { multipart } from '../test/sample-files.ts'

const bytes = 52_428_800
const rounds = 12
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'counterfoil-bench-'))
const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 120)])

function exchange(url: string, options: RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function mbPerSecond(send: () => Promise<number>): Promise<number> {
  const began = performance.now()
  const status = await send()
  if (status !== 201 && status !== 204) throw new Error(`answered ${status}`)
  return bytes / 1e6 / ((performance.now() - began) / 1000)
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

async function startNginx() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const port = await freePort()
  const root = join(scratch, 'nginx')
  mkdirSync(join(root, 'files'), { recursive: true })
  writeFileSync(
    join(root, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${root}/pid; error_log ${root}/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {} http { access_log off; client_max_body_size 60m; client_body_temp_path ${root}/body;
     server { listen 127.0.0.1:${port}; root ${root}/files; location / { dav_methods PUT; } } }`,
  )
  const child = spawn('nginx', ['-p', root, '-c', join(root, 'nginx.conf')], { stdio: 'ignore' })
  await delay(500)
  let turn = 0
  return {
    pid: child.pid ?? 0,
    send: () => exchange(`http://127.0.0.1:${port}/${turn++ % 2}`, { method: 'PUT' }, content),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function json(url: string, init: RequestInit) {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return { answer, body: (await answer.json()) as { id: string } }
}

/** One person has four uploads at a time, so eight take two. */
const people = ['first', 'second']

function makePeople(dataDir: string): void {
  for (const name of people) {
    const imports = './src/server/db/drizzle-imports.ts'
    const args = ['--import', imports, 'scripts/user-create.ts', name, 'owner']
    const env = { ...process.env, DATA_DIR: dataDir }
    execFileSync(process.execPath, args, {
      input: ownerPassword,
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }
}

/** Signs in, makes a project and returns what sends one file to it. */
async function prepare(url: string, username: string) {
  const headers = { origin: url, 'content-type': 'application/json' }
  const post = (path: string, cookie: string, body: object) =>
    json(url + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    })
  const { answer } = await post('/api/auth/login', '', { username, password: ownerPassword })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const client = await post('/api/admin/clients', cookie, { name: 'Bench', email: 'b@n.example' })
  const path = `/api/admin/clients/${client.body.id}/projects`
  const project = await post(path, cookie, { title: 'Bench' })
  const form = multipart('a.pdf', content)
  const options = { method: 'POST', headers: { ...form.headers, origin: url, cookie } }
  return () => exchange(`${url}${path}/${project.body.id}/documents/upload`, options, form.payload)
}

type Send = () => Promise<number>

/** Processor time of a process and its children so far, in ms; the kernel counts in 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) * 10
  return children.filter(Boolean).reduce((sum, child) => sum + cpuMs(Number(child)), own)
}

async function compareSpeed(pid: number, send: Send): Promise<void> {
  const nginx = await startNginx()
  const ours: number[] = []
  const theirs: number[] = []
  const before = { ours: cpuMs(pid), theirs: nginx ? cpuMs(nginx.pid) : 0 }
  for (let round = 0; round < rounds; round++) {
    ours.push(await mbPerSecond(send))
    if (nginx) theirs.push(await mbPerSecond(nginx.send))
  }
  const cpu = (cpuMs(pid) - before.ours) / rounds
  console.log(`one upload of 50 MB: ${median(ours).toFixed(0)} MB/s, ${cpu.toFixed(0)} ms of CPU`)
  if (!nginx) return
  const ratio = median(ours) / median(theirs)
  const theirCpu = (cpuMs(nginx.pid) - before.theirs) / rounds
  console.log(`nginx: ${median(theirs).toFixed(0)} MB/s, ${theirCpu.toFixed(0)} ms of CPU`)
  console.log(`${ratio.toFixed(2)} of the speed (goal 0.45), ${(theirCpu / cpu).toFixed(2)} by CPU`)
  await nginx.stop()
}

async function measureMemory(pid: number, senders: Send[]): Promise<void> {
  const before = residentMb(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 20)
  for (let round = 0; round < 3; round++) {
    const statuses = await Promise.all(senders.flatMap((send) => [send(), send(), send(), send()]))
    if (statuses.some((status) => status !== 201)) throw new Error(`answered ${statuses}`)
  }
  clearInterval(watch)
  const grown = most - before
  console.log(
    `eight at once, three times: ${before.toFixed(0)} MB grew by ${grown.toFixed(0)} MB (goal 80)`,
  )
}

async function main(): Promise<void> {
  const dataDir = join(scratch, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  makePeople(dataDir)
  await using product = await startProduct({ dataDir })
  const senders = await Promise.all(people.map((name) => prepare(product.url, name)))
  const [send] = senders
  if (!send) return
  await send()
  await measureMemory(product.pid, senders)
  await compareSpeed(product.pid, send)
}

try {
  await main()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
