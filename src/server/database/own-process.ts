import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type Account, noOtherAccount } from './own-account.ts'

export type Place = { programs: string; directory: string; account: Account | undefined }

export type Postmaster = {
  pid: number
  /** Resolves when the server accepts connections; rejects with its message when it ends before. */
  ready: Promise<void>
  gone: Promise<void>
  reload(): void
  /** Closes connections, rolls back open transactions, writes everything to disk and exits. */
  stop(): Promise<void>
}

/**
 * Ends process `$1` once the other end of descriptor 3 is closed, however its owner died; a line
 * before that means that there is nothing left to do.
 */
const guard = `cd /; read -r _ <&3 && exit
kill -INT $1; i=0
while kill -0 $1 && [ $i -lt 20 ]; do sleep 0.1; i=$((i + 1)); done
kill -QUIT $1`

/** The guard must not be a child of the postmaster, which would treat its exit as a crash. */
const launcher = `(sh -c "$0" guard $$ </dev/null >/dev/null 2>&1 &)
exec "$@" 3<&-`

/**
 * Starts the postmaster in a session of its own: Ctrl+C then reaches only the product, which
 * completes pending requests before it stops the database.
 */
export function startPostmaster(
  place: Place,
  settings: readonly string[],
  log: (line: string) => void,
): Postmaster {
  const { account } = place
  const args = ['-D', dataArgument(place), ...settings]
  const child = spawn('/bin/sh', ['-c', launcher, guard, programOf(place, 'postgres'), ...args], {
    ...identity(place),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const gone = Promise.withResolvers<void>()
  const said: string[] = []
  const stderr = child.stdio[2] as Socket
  const life = new Life(child, place)
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.includes('database system is ready to accept connections')) {
      for (const handle of [child, stderr]) handle.unref()
      ready.resolve()
    }
    if (isReason(line)) said.push(line)
    if (isWorthTelling(line)) log(line)
  })
  const end = (reason: unknown) => {
    life.end()
    const cause = reason instanceof Error ? reason.message : String(reason)
    const words = said.length > 0 ? said.join(' ') : cause
    ready.reject(new Error(`PostgreSQL does not start: ${words}`))
    gone.resolve()
  }
  child.once('error', (error) => end(account ? noOtherAccount(account, error) : error))
  child.once('exit', (code, signal) => {
    const finish = () => end(signal ?? `exit code ${code}`)
    // Waits briefly for the last output; a surviving child may hold the pipe open for longer.
    const heard = setTimeout(finish, 100)
    stderr.ref().once('close', () => {
      clearTimeout(heard)
      finish()
    })
  })
  let stopping: Promise<void> | undefined
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    gone: gone.promise,
    reload: () => void child.kill('SIGHUP'),
    stop() {
      stopping ??= stop(child, gone.promise)
      return stopping
    },
  }
}

/** Holds the pipe that the guard reads, and replaces a guard that was killed. */
class Life {
  #place: Place
  #pid: number
  #pipe: Socket | undefined
  #isOver = false

  constructor(child: ChildProcess, place: Place) {
    this.#place = place
    this.#pid = child.pid ?? 0
    this.#hold(child.stdio[3] as Socket | undefined)
  }

  #hold(pipe: Socket | undefined): void {
    this.#pipe = pipe
    // The guard never writes; any event means that it has ended.
    pipe
      ?.on('error', () => {})
      .once('close', () => this.#guardAgain())
      .resume()
    pipe?.unref()
  }

  #guardAgain(): void {
    if (this.#isOver) return
    const child = spawn('/bin/sh', ['-c', guard, 'guard', String(this.#pid)], {
      ...identity(this.#place),
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    child.on('error', () => {}).unref()
    this.#hold(child.stdio[3] as Socket | undefined)
  }

  end(): void {
    this.#isOver = true
    this.#pipe?.end('done\n')
  }
}

const patienceMs = 20_000

async function stop(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.ref()
  child.kill('SIGINT')
  const forced = setTimeout(() => child.kill('SIGQUIT'), patienceMs)
  await gone
  clearTimeout(forced)
}

/** Runs a PostgreSQL program synchronously, which blocks this process. */
export function runProgram(
  place: Place,
  program: 'initdb' | 'postgres',
  args: readonly string[],
  input = '',
): void {
  const { error, status, signal, stderr } = spawnSync(programOf(place, program), args, {
    ...identity(place),
    input,
    encoding: 'utf8',
  })
  if (error) throw place.account ? noOtherAccount(place.account, error) : error
  if (status !== 0) throw new Error(`${program} failed (${signal ?? status}): ${stderr.trim()}`)
}

function programOf({ programs }: Place, name: string): string {
  return `${programs}/bin/${name}`
}

/**
 * The data directory as the child sees it. The child enters it before it drops root's rights, so
 * parent folders may stay closed to its account.
 */
export function dataArgument({ directory, account }: Place): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : directory
}

/** Leaves out the product's environment, which contains keys. */
function identity({ directory, account }: Place) {
  return {
    cwd: directory,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...account,
  }
}

const ordinary = [
  /^LOG: +(starting PostgreSQL|listening on|received|aborting any active|shutting down|checkpoint )/,
  /^LOG: +database system (was shut down at|is ready|is shut down)/,
  /^FATAL: +(the database system is|terminating connection due to admin)/,
  /^FATAL: .* "stranger"/,
]

/**
 * Error lines without a level come from the dynamic loader, for example when a library is missing.
 */
function isReason(line: string): boolean {
  if (/^(FATAL|PANIC): /.test(line)) return isWorthTelling(line)
  return /error while loading|could not find the database system/.test(line)
}

function isWorthTelling(line: string): boolean {
  if (!/^(LOG|WARNING|ERROR|FATAL|PANIC): /.test(line)) return false
  return !ordinary.some((pattern) => pattern.test(line))
}
