import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

export const ownerPassword = 'correct horse battery'

export type RunningProduct = AsyncDisposable & {
  url: string
  dataDir: string
  pid: number
  output(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * The ports are below those that the system hands out by itself, one of which could go to another
 * process before the server has started on it. Each test process has ports of its own and uses them
 * in turn.
 */
const [lowestPort, portsOfProcess] = [20_000, 25]
let portsAsked = 0

export async function freePort(): Promise<number> {
  for (;;) {
    const mine = lowestPort + (process.pid % 500) * portsOfProcess
    const port = mine + (portsAsked++ % portsOfProcess)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

export async function untilListening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Makes a new data directory, which the caller removes. Tests set TEST_DATA_ROOT to a folder in
 * memory, while benches and proofs measure the disk.
 */
export function newDataDirectory(): string {
  return mkdtempSync(join(process.env.TEST_DATA_ROOT ?? tmpdir(), 'counterfoil-product-'))
}

export type ProgramOptions = {
  programOptions?: string[]
  /** The folder of another built checkout to run instead of this one. */
  checkout?: string
  /** A file that receives standard output, in which case `output()` has none. */
  logFile?: string
  /** The uid of the system account to run as; requires root. */
  user?: number
}

/** Passes on only what a program needs to run, and the compile cache of earlier starts. */
function inherited(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** Starts the server program as `npm start` does after `setup.mjs`. */
export function spawnProduct(
  environment: Record<string, string>,
  { programOptions = [], checkout = root, logFile, user }: ProgramOptions = {},
): {
  child: ChildProcess
  output(): string
  ended: Promise<number | null>
} {
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const child = spawn(process.execPath, [...programOptions, 'build/server/main.js'], {
    cwd: checkout,
    env: { ...inherited(), NODE_ENV: 'production', DRAIN_SECONDS: '0', ...environment },
    stdio: ['ignore', log ?? 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  })
  if (log !== undefined) closeSync(log)
  let output = ''
  const append = (text: Buffer) => {
    output += text
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output: () => output, ended }
}

/**
 * Starts the real product in a process of its own, on a free port. Without `dataDir` it gets a new
 * one, which is removed when the product is disposed of.
 */
export async function startProduct(
  options: ProgramOptions & {
    dataDir?: string
    port?: number
    environment?: Record<string, string>
  } = {},
): Promise<RunningProduct> {
  const dataDir = options.dataDir ?? newDataDirectory()
  const port = options.port ?? (await freePort())
  const { user } = options
  if (user !== undefined) chownSync(dataDir, user, user)
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ownerPassword,
    LOG_LEVEL: 'warn',
    ...options.environment,
  }
  const { child, output, ended } = spawnProduct(environment, options)
  await new Promise<void>((resolve, reject) => {
    if (options.logFile) void untilListening(port).then(resolve)
    child.stdout?.on('data', () => output().includes('Listening on') && resolve())
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output()}`)))
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
