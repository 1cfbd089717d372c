import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Cluster,
  dataArgument,
  type Postmaster,
  runProgram,
  startPostmaster,
} from '#server/own-postgres/process.ts'
import { findPrograms } from '#server/own-postgres/programs.ts'
import { systemUserFor } from '#server/own-postgres/system-user.ts'
import { freePort } from './product.ts'
import { scratchRoot } from './scratch-root.ts'

export type PostgresServer = AsyncDisposable & {
  /** The connection string of the database `postgres`, as superuser. */
  url: string
  /** The pid of the postmaster, which changes with `restart` and `start`. */
  readonly pid: number
  /** Kills every process of the server at once and starts it again. */
  restart(): Promise<void>
  /** Kills every process with kill -9. `start` brings the server back with its committed data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops every process with SIGSTOP: connections stay open, but get no response. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** The folder of the oldest PostgreSQL installed from Debian packages, or undefined. */
export function findOldestPostgres(): string | undefined {
  const version = (folder: string) => Number(folder.split('/')[4])
  const found = globSync('/usr/lib/postgresql/*/bin/postgres').map((path) => join(path, '../..'))
  return found.sort((a, b) => version(a) - version(b))[0]
}

/**
 * These have the same collation and character classes on every machine. Before version 17, the
 * system must provide the locale.
 */
const locales = [
  ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-ctype=C.UTF-8'],
  ['--locale=C.UTF-8'],
  ['--no-locale', '--lc-ctype=en_US.UTF-8'],
]

/**
 * Starts a temporary PostgreSQL on a free port, which ends with this process. Runs the product's
 * own binaries unless TEST_POSTGRES names another folder.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const parent = mkdtempSync(join(scratchRoot, 'counterfoil-postgres-'))
  const systemUser = systemUserFor(parent)
  if (systemUser) chownSync(parent, systemUser.uid, systemUser.gid)
  const programs = process.env.TEST_POSTGRES ?? findPrograms(systemUser)
  const cluster: Cluster = { programs, directory: parent, systemUser }
  await initialize(cluster)
  const port = await freePort()
  const settings = [
    '-F',
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'shared_buffers=32MB',
    '-c',
    'max_connections=200',
  ]
  const start = async () => {
    const started = startPostmaster(cluster, settings, () => {})
    await started.ready
    return started
  }
  let server = await start()
  const end = async (name: NodeJS.Signals) => {
    signal(name === 'SIGKILL' ? processesOf(server) : [server.pid], name)
    // The server does not keep this process alive, not even while it waits for the server's end.
    const waiting = setInterval(() => {}, 1_000)
    await server.gone
    clearInterval(waiting)
  }
  const stop = async () => {
    // An immediate shutdown makes no checkpoint.
    await end('SIGQUIT')
    rmSync(parent, { recursive: true, force: true })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid
    },
    async restart() {
      await end('SIGKILL')
      server = await start()
    },
    kill: () => end('SIGKILL'),
    async start() {
      server = await start()
    },
    freeze: () => signal(processesOf(server), 'SIGSTOP'),
    thaw: () => signal(processesOf(server), 'SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function initialize(cluster: Cluster): Promise<void> {
  const common = [
    '-D',
    dataArgument(cluster),
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '-E',
    'UTF8',
  ]
  for (const locale of locales) {
    try {
      await runProgram(cluster, 'initdb', [...common, ...locale])
      return
    } catch (error) {
      if (locale === locales.at(-1)) throw error
    }
  }
}

/** The server and all its child processes, with the server first. */
function processesOf({ pid }: Postmaster): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has already ended.
    }
  }
}
