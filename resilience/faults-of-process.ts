import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { percentile } from '../bench/measure.ts'
import { type Report, seconds } from '../bench/report.ts'
import { call } from '../bench/visitors.ts'
import { publicUrl, signIn, until, wait } from '../test/chat-pairs.ts'
import {
  freePort,
  newDataDirectory,
  ownerPassword,
  spawnProduct,
  startProduct,
} from '../test/product.ts'
import { pdf } from '../test/sample-files.ts'
import { openRawVisitor } from './fault-chats.ts'
import {
  anyAddress,
  beginUpload,
  environmentOf,
  judge,
  newDocuments,
  storedIn,
  Writers,
} from './fault-writers.ts'
import { endedWhileMigrating, littleMemory } from './faults-of-resources.ts'

type OpenSocket = { socket: WebSocket; code: () => number | undefined }

async function openSockets(url: string, count: number): Promise<OpenSocket[]> {
  const opened: OpenSocket[] = []
  for (let n = 0; n < count; n++) {
    const headers = { origin: publicUrl, 'x-forwarded-for': anyAddress() }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers })
    let code: number | undefined
    socket.on('error', () => {})
    socket.on('close', (given) => {
      code = given
    })
    opened.push({ socket, code: () => code })
  }
  await until('sockets', 30_000, () => opened.every(({ socket }) => socket.readyState === 1))
  return opened
}

async function endedAmid(report: Report, goesOn: boolean): Promise<void> {
  const dataDir = newDataDirectory()
  const product = await startProduct({ dataDir, environment: environmentOf() })
  const { cookie } = await signIn(product.url)
  const path = await newDocuments(product.url, cookie)
  const sockets = await openSockets(product.url, 100)
  const writers = new Writers(product.url)
  writers.cookie = cookie
  writers.start(8)
  const bytes = Buffer.concat([pdf, Buffer.alloc(49 * 1024 * 1024, 32)])
  const upload = beginUpload({ url: product.url, path, cookie }, bytes, 0.5)
  const folder = join(dataDir, 'documents')
  await until('half a file', 30_000, () => readdirSync(folder).some((name) => /part$/.test(name)))
  await until('writes', 30_000, () => writers.acknowledged.size >= 20)
  const started = performance.now()
  const ending = product.stop('SIGTERM')
  await wait(500)
  if (goesOn) upload.goOn()
  const code = await ending
  const tookMs = performance.now() - started
  await writers.end()
  await until('the sockets', 5_000, () => sockets.every((one) => one.code() !== undefined))
  const codes = [...new Set(sockets.map((one) => one.code()))]
  const { lost, doubled, text } = judge(writers.acknowledged, await storedIn(dataDir))
  const left = readdirSync(folder)
  rmSync(dataDir, { recursive: true })
  const partial = left.filter((name) => /part$/.test(name)).length
  const status = upload.answer().split(' ')[1]
  const isWhole = goesOn ? status === '201' && left.length === 1 : left.length === 0
  report(
    code === 0 &&
      tookMs < 30_000 &&
      lost + doubled + partial === 0 &&
      isWhole &&
      !codes.includes(1006),
    `SIGTERM amid writes, 100 sockets and an upload at half that ${goesOn ? 'goes on' : 'stalls'}: code ` +
      `${code} after ${seconds(tookMs)}; ${text}; sockets closed with ${codes.join(' or ')}; the upload was ` +
      `answered ${status ?? 'nothing'}, ${left.length} files kept, ${partial} partial`,
  )
}

/** Killed ever later after taking its data directory; the next start must find all in order. */
async function endedWhileStarting(report: Report, isShort: boolean): Promise<void> {
  const codes: (number | null)[] = []
  let restarted = 0
  const moments = isShort ? [0, 150, 400] : Array.from({ length: 12 }, (_, n) => n * 60)
  for (const afterMs of moments) {
    const dataDir = newDataDirectory()
    const environment = environmentOf({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    const { child, ended } = spawnProduct(environment)
    await until('the lock', 30_000, () => existsSync(join(dataDir, 'database.lock')))
    await wait(afterMs)
    child.kill('SIGTERM')
    codes.push(await ended)
    const product = await startProduct({ dataDir, environment: environmentOf() })
    if ((await call(product.url, { path: '/readyz' })).status === 200) restarted++
    await product.stop()
    rmSync(dataDir, { recursive: true })
  }
  report(
    codes.every((code) => code === 0) && restarted === moments.length,
    `SIGTERM at ${moments.length} moments of a first start with its migrations: code ` +
      `${[...new Set(codes)].join(' or ')}; ${restarted} of ${moments.length} start again`,
  )
}

async function loopBusy(report: Report): Promise<void> {
  await using product = await startProduct({
    environment: { ...environmentOf(), FAULT: 'busy' },
    programOptions: ['--import', './test/fault-on-signal.ts'],
  })
  const sockets = await openSockets(product.url, 100)
  const raw = await openRawVisitor(product.url, '10.6.0.1')
  process.kill(product.pid, 'SIGUSR2')
  await wait(200)
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => call(product.url, { path: '/healthz' })),
  )
  await wait(1_000)
  const after = await call(product.url, { path: '/readyz' })
  const dropped =
    sockets.filter((one) => one.code() !== undefined).length + (raw.isClosed() ? 1 : 0)
  for (const { socket } of sockets) socket.terminate()
  raw.close()
  report(
    dropped === 0 && after.status === 200 && asked.every(({ status }) => status === 200),
    `event loop busy for 5 s: ${dropped} of 101 sockets dropped, 20 requests meanwhile answered after ` +
      `${seconds(
        percentile(
          asked.map(({ ms }) => ms),
          1,
        ),
      )} at most, /readyz then ${after.status}`,
  )
}

async function fewFiles(report: Report): Promise<void> {
  const dataDir = newDataDirectory()
  const limit = 256
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = environmentOf({ DATA_DIR: dataDir, PORT: String(port) })
  const { child, output, ended } = spawnProduct({ ...environment, ADMIN_PASSWORD: ownerPassword })
  const pid = child.pid ?? 0
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:${limit}`])
  await until('the product', 30_000, () => output().includes('Listening on'))
  const files = () => readdirSync(`/proc/${pid}/fd`).length
  const writers = new Writers(url)
  writers.cookie = (await signIn(url)).cookie
  writers.start(2)
  await until('writes', 30_000, () => writers.acknowledged.size >= 20)
  const before = files()
  const hogs: Socket[] = []
  for (let n = 0; n < 2 * limit; n++) {
    const socket = connect(port, 'localhost')
    socket.on('error', () => {})
    hogs.push(socket)
  }
  await wait(3_000)
  const most = files()
  for (const socket of hogs) socket.destroy()
  await until('the files to be closed', 20_000, () => files() < before + 20)
  const goal = writers.acknowledged.size + 40
  await until('writes again', 30_000, () => writers.acknowledged.size >= goal)
  const faults = writers.replies.filter(({ status }) => status === 500).length
  const { status } = await call(url, { path: '/readyz' })
  await writers.end()
  child.kill()
  const code = await ended
  const { lost, doubled, text } = judge(writers.acknowledged, await storedIn(dataDir))
  rmSync(dataDir, { recursive: true })
  report(
    lost + doubled + faults === 0 && status === 200 && code === 0 && most < limit,
    `at most ${limit} files open, and ${hogs.length} connections at once: ${most} were open; when they had ` +
      `gone, /readyz ${status}; ${text}, ${faults} answered 500; ended with ${code}`,
  )
}

export async function processFaults(report: Report, isShort: boolean): Promise<void> {
  await endedAmid(report, true)
  await endedAmid(report, false)
  await endedWhileStarting(report, isShort)
  await endedWhileMigrating(report, isShort)
  await loopBusy(report)
  await fewFiles(report)
  await littleMemory(report, isShort)
}
