import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { noOtherAccount, type SystemUser } from './system-user.ts'

export type Cluster = { programs: string; directory: string; systemUser: SystemUser | undefined }

export type Postmaster = {
  pid: number
  /** Rejects with the server's message if the server ends before it accepts connections. */
  ready: Promise<void>
  gone: Promise<void>
  reload(): void
  /** Rolls back open transactions and writes everything to disk. */
  stop(): Promise<void>
}

/**
 * Ends process `$1` once descriptor 3 is closed, however its owner died. If a line arrives first,
 * the process is left alone.
 */
const guard = `cd /; read -r _ <&3 && exit
kill -INT $1; i=0
while kill -0 $1 && [ $i -lt 20 ]; do sleep 0.1; i=$((i + 1)); done
kill -QUIT $1`

/** The guard is not a child of the postmaster, which would treat the guard's exit as a crash. */
const launcher = `(sh -c "$0" guard $$ </dev/null >/dev/null 2>&1 &)
exec "$@" 3<&-`

const fastStopMs = 20_000

/**
 * The server has a session of its own, so that Ctrl+C only reaches the product, which stops it
 * last.
 */
export function startPostmaster(
  cluster: Cluster,
  settings: readonly string[],
  log: (line: string) => void,
): Postmaster {
  const { systemUser } = cluster
  const args = ['-D', dataArgument(cluster), ...settings]
  const child = spawn('/bin/sh', ['-c', launcher, guard, programOf(cluster, 'postgres'), ...args], {
    ...identity(cluster),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const gone = Promise.withResolvers<void>()
  const reasons: string[] = []
  const stderr = child.stdio[2] as Socket
  const endGuard = superviseGuard(child, cluster)
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.includes('database system is ready to accept connections')) {
      for (const handle of [child, stderr]) handle.unref()
      ready.resolve()
    }
    if (isReason(line)) reasons.push(line)
    if (isRemarkable(line)) log(line)
  })
  const end = (cause: unknown) => {
    endGuard()
    if (reasons.length === 0) reasons.push(cause instanceof Error ? cause.message : String(cause))
    ready.reject(new Error(`PostgreSQL does not start: ${reasons.join(' ')}`))
    gone.resolve()
  }
  child.once('error', (error) => end(systemUser ? noOtherAccount(systemUser, error) : error))
  child.once('exit', (code, signal) => {
    const finish = () => end(signal ?? `exit code ${code}`)
    // A surviving child may keep the pipe open for longer.
    const late = setTimeout(finish, 100)
    stderr.ref().once('close', () => {
      clearTimeout(late)
      finish()
    })
  })
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    gone: gone.promise,
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      child.ref()
      child.kill('SIGINT')
      const forced = setTimeout(() => child.kill('SIGQUIT'), fastStopMs)
      await gone.promise
      clearTimeout(forced)
    },
  }
}

/**
 * Replaces a guard that was killed.
 * @returns a function that ends the guard.
 */
function superviseGuard(postmaster: ChildProcess, cluster: Cluster): () => void {
  let isOver = false
  let pipe: Socket | undefined
  const hold = (guarding: ChildProcess) => {
    pipe = guarding.stdio[3] as Socket | undefined
    pipe
      ?.on('error', () => {})
      .once('close', replace)
      .resume()
    pipe?.unref()
  }
  const replace = () => {
    if (isOver) return
    const another = spawn('/bin/sh', ['-c', guard, 'guard', String(postmaster.pid)], {
      ...identity(cluster),
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    another.on('error', () => {}).unref()
    hold(another)
  }
  hold(postmaster)
  return () => {
    isOver = true
    pipe?.end('done\n')
  }
}

export function runProgram(
  cluster: Cluster,
  program: 'initdb' | 'postgres',
  args: readonly string[],
  input = '',
): void {
  const { error, status, signal, stderr } = spawnSync(programOf(cluster, program), args, {
    ...identity(cluster),
    input,
    encoding: 'utf8',
  })
  if (error) throw cluster.systemUser ? noOtherAccount(cluster.systemUser, error) : error
  if (status !== 0) throw new Error(`${program} failed (${signal ?? status}): ${stderr.trim()}`)
}

function programOf({ programs }: Cluster, name: string): string {
  return `${programs}/bin/${name}`
}

/**
 * The child enters the directory before it drops root's rights, so it needs no access to parent
 * folders.
 */
export function dataArgument({ directory, systemUser }: Cluster): string {
  return systemUser && process.platform === 'linux' ? '/proc/self/cwd' : directory
}

function identity({ directory, systemUser }: Cluster) {
  return {
    cwd: directory,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...systemUser,
  }
}

const ordinary = [
  /^LOG: +(starting PostgreSQL|listening on|received|aborting any active|shutting down|checkpoint )/,
  /^LOG: +database system (was shut down at|is ready|is shut down)/,
  /^FATAL: +(the database system is|terminating connection due to admin)/,
  /^FATAL: .* "probe"/,
]

/** Lines without a level come from the dynamic loader, for example about a missing library. */
function isReason(line: string): boolean {
  if (/^(FATAL|PANIC): /.test(line)) return isRemarkable(line)
  return /error while loading|could not find the database system/.test(line)
}

function isRemarkable(line: string): boolean {
  if (!/^(LOG|WARNING|ERROR|FATAL|PANIC): /.test(line)) return false
  return !ordinary.some((pattern) => pattern.test(line))
}
