import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type PostgresServer = AsyncDisposable & {
  /** Connection string of the database `postgres`, as superuser. */
  url: string
  /** Of the first of its processes; another one after `restart` and `start`. */
  readonly pid: number
  /** Kills every process of the server at once, as a power cut would, and starts it again. */
  restart(): Promise<void>
  /** kill -9 of every process of the server; `start` brings it back with what was committed. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops every process where it stands: connections stay, nothing answers. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** The newest PostgreSQL installed the Debian way, or undefined. */
export function findPostgres(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin').sort(byVersion).at(-1)
}

/** Starts a throw-away PostgreSQL on a free port; it dies with this process. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL in /usr/lib/postgresql. Install postgresql.')
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-postgres-'))
  const asUser = unprivileged(directory)
  const data = join(directory, 'data')
  execFileSync('setpriv', [
    ...[...asUser, join(programs, 'initdb'), '-D', data, '-U', 'postgres'],
    ...['-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
  ])
  const port = await freePort()
  const start = () =>
    waitUntilReady(
      spawn(
        'setpriv',
        [
          ...[...asUser, '--pdeathsig', 'QUIT', join(programs, 'postgres'), '-D', data, '-F'],
          ...['-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
          ...['-c', 'unix_socket_directories=', '-c', 'shared_buffers=32MB'],
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    )
  let server = await start()
  const stop = async () => {
    await end(server)
    rmSync(directory, { recursive: true, force: true })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid ?? 0
    },
    async restart() {
      await end(server)
      server = await start()
    },
    async kill() {
      const processes = processesOf(server)
      signal(processes, 'SIGKILL')
      while (processes.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    async start() {
      server = await start()
    },
    freeze: () => signal(processesOf(server), 'SIGSTOP'),
    thaw: () => signal(processesOf(server), 'SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** The server and everything it has started, the server first. */
function processesOf({ pid }: ChildProcess): number[] {
  if (!pid) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) if (isAlive(pid)) process.kill(pid, name)
}

/** A process that has ended and was not asked for its end yet counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root; as root it gets the account that its package made. */
function unprivileged(directory: string): string[] {
  if (process.getuid?.() !== 0) return []
  const [user, group] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  )
  if (user === undefined || group === undefined) throw new Error('No account named postgres')
  chownSync(directory, user, group)
  return [`--reuid=${user}`, `--regid=${group}`, '--clear-groups']
}

function waitUntilReady(server: ChildProcess): Promise<ChildProcess> {
  let said = ''
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000)
      if (text.includes('ready to accept connections')) resolve(server)
    })
  })
}

/** SIGQUIT is an immediate shutdown: no checkpoint, recovery at the next start. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = Promise.withResolvers<void>()
  server.once('exit', () => exited.resolve())
  server.kill('SIGQUIT')
  await exited.promise
}

async function freePort(): Promise<number> {
  const probe = createServer()
  const listening = Promise.withResolvers<number>()
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    if (address && typeof address === 'object') listening.resolve(address.port)
    else listening.reject(new Error('No free port'))
  })
  const port = await listening.promise
  probe.close()
  return port
}

function byVersion(a: string, b: string): number {
  return Number(a.split('/')[4]) - Number(b.split('/')[4])
}
