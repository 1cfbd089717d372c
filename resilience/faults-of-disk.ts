import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notRun, type Report } from '../bench/report.ts'
import { call } from '../bench/visitors.ts'
import { signIn, until, wait } from '../test/chat-pairs.ts'
import { freePort, ownerPassword, type RunningProduct, startProduct } from '../test/product.ts'
import { anyAddress, environmentOf, judge, storedIn, untilReady, Writers } from './fault-writers.ts'
import { statusesOf } from './faults-beneath.ts'

/** Needs root: a file system that another program can fill. */
function newVolume(): { directory: string; [Symbol.dispose](): void } | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-volume-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', directory])
  } catch {
    remove()
    return undefined
  }
  return {
    directory,
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', directory])
      remove()
    },
  }
}

const megabyte = Buffer.alloc(1024 * 1024)

function fill(volume: string, leftBytes: number): void {
  const ballast = join(volume, 'ballast')
  const { bavail, bsize } = statfsSync(volume)
  try {
    for (let left = bavail * bsize - leftBytes; left > 0; left -= megabyte.length) {
      writeFileSync(ballast, megabyte.subarray(0, left), { flag: 'a' })
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  }
}

const freeSpace = (volume: string) => rmSync(join(volume, 'ballast'))

/** Writes that are allowed on a full disk too, so that they consume the last bytes. */
async function signInAgain(product: RunningProduct, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const body = { username: 'admin', password: ownerPassword }
    const sent = { path: '/api/auth/login', method: 'POST', body, forwardedFor: anyAddress() }
    statuses.push((await call(product.url, sent)).status)
  }
  return statuses
}

async function belowTheFloor(report: Report, volume: string): Promise<void> {
  const options = { dataDir: join(volume, 'data'), port: await freePort() }
  mkdirSync(options.dataDir, { mode: 0o700 })
  const environment = environmentOf()
  await using product = await startProduct({ ...options, environment })
  const writers = new Writers(product.url)
  writers.cookie = (await signIn(product.url)).cookie
  writers.start(4)
  await until('writes', 30_000, () => writers.acknowledged.size >= 20)
  fill(volume, 150 * megabyte.length)
  await wait(1_000)
  const warned = await call(product.url, { path: '/readyz' })
  const from = writers.replies.length
  await wait(2_000)
  const meanwhile = statusesOf(writers.replies.slice(from))
  const read = await call(product.url, { path: '/api/admin/clients', cookie: writers.cookie })
  freeSpace(volume)
  await untilReady(product.url, 10_000)
  const goal = writers.acknowledged.size + 20
  await until('writes again', 30_000, () => writers.acknowledged.size >= goal)
  await writers.end()
  await product.stop()
  const { lost, doubled, text } = judge(writers.acknowledged, await storedIn(options.dataDir))
  report(
    lost + doubled === 0 && warned.status === 503 && meanwhile === '507' && read.status === 200,
    `volume of the own PostgreSQL below 200 MB: ${text}; /readyz ${warned.status}, ` +
      `writes meanwhile ${meanwhile}, reads ${read.status}, all well once there is room`,
  )
}

/** The minimum of free space refuses writes that grow; the others run out of space. */
async function toTheLastByte(report: Report, volume: string): Promise<void> {
  const options = { dataDir: join(volume, 'data'), port: await freePort() }
  rmSync(options.dataDir, { recursive: true, force: true })
  mkdirSync(options.dataDir, { mode: 0o700 })
  const environment = environmentOf()
  let product = await startProduct({ ...options, environment })
  try {
    const writers = new Writers(product.url)
    writers.cookie = (await signIn(product.url)).cookie
    writers.start(4)
    await until('writes', 30_000, () => writers.acknowledged.size >= 20)
    fill(volume, 0)
    const logins = await signInAgain(product, 40)
    await wait(1_000)
    const isAlive = (await call(product.url, { path: '/healthz' })).status === 200
    const ready = (await call(product.url, { path: '/readyz' })).status
    await writers.end()
    // Read before the product starts again: the writes acknowledged until now.
    const promised = new Set(writers.acknowledged)
    freeSpace(volume)
    const code = await product.stop()
    product = await startProduct({ ...options, environment })
    const works = await signIn(product.url)
    await product.stop()
    const { lost, doubled, text } = judge(promised, await storedIn(options.dataDir))
    report(
      lost + doubled === 0 && ready !== 200 && works.cookie !== '',
      `volume of the own PostgreSQL filled to the last byte: ${text}; the product ` +
        `${isAlive ? `lived on, /readyz ${ready}` : `ended with ${code}`}, 40 sign-ins meanwhile ` +
        `answered ${[...new Set(logins)].join(' or ')}; with room again it starts and works`,
    )
  } finally {
    await product.stop('SIGKILL')
  }
}

export async function diskFull(report: Report): Promise<void> {
  using volume = newVolume()
  if (!volume) {
    notRun('volume of the own PostgreSQL full: mounting needs root')
    return
  }
  await belowTheFloor(report, volume.directory)
  await toTheLastByte(report, volume.directory)
}
