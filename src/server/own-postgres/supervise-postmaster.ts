import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode } from '../error-code.ts'
import { sendSignal } from './lock.ts'
import { type Cluster, type Postmaster, startPostmaster } from './process.ts'

export type Running = {
  readonly pid: number
  reload(): void
  stop(): Promise<void>
}

const minPollMs = 50
const maxPollMs = 5_000

/**
 * Restarts the server whenever it ends.
 * @throws Error of one line when the first start fails.
 */
export async function supervisePostmaster(
  cluster: Cluster,
  socketDirectory: string,
  settings: readonly string[],
  log: (line: string) => void,
): Promise<Running> {
  const start = async (report = log): Promise<Postmaster> => {
    const end = performance.now() + 10_000
    for (;;) {
      await clearLeftovers(cluster.directory, socketDirectory)
      const started = startPostmaster(cluster, settings, report)
      try {
        await started.ready
        return started
      } catch (error) {
        const isBlocked = /lock file|shared memory block/.test(messageOf(error))
        if (!isBlocked || performance.now() > end) throw error
        await wait(minPollMs)
      }
    }
  }

  let isStopping = false
  let postmaster = await start()
  let startedAt = performance.now()
  let pauseMs = minPollMs

  const restart = async () => {
    if (performance.now() - startedAt > 60_000) pauseMs = minPollMs
    log('PostgreSQL has ended by itself and is started again')
    let reported = ''
    while (!isStopping) {
      try {
        // Failures are only logged until the first one was reported.
        postmaster = await start(reported ? () => {} : log)
        startedAt = performance.now()
        log('PostgreSQL runs again')
        return
      } catch (error) {
        if (messageOf(error) !== reported) log(messageOf(error))
        reported = messageOf(error)
      }
      await wait(pauseMs, undefined, { ref: false })
      pauseMs = Math.min(pauseMs * 2, maxPollMs)
    }
  }
  const watch = async () => {
    for (;;) {
      await postmaster.gone
      if (isStopping) return
      await restart()
      if (isStopping) await postmaster.stop()
    }
  }
  const watching = watch()
  watching.catch(() => {})

  return {
    get pid() {
      return postmaster.pid
    },
    reload: () => postmaster.reload(),
    async stop() {
      isStopping = true
      await postmaster.stop()
      await watching
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Signals, each with the milliseconds to wait after it. Only the postmaster gets the first one. */
const steps = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Ends processes that a killed owner left behind. The caller must hold the lock of the data
 * directory.
 */
async function clearLeftovers(directory: string, socketDirectory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const postmaster = pidIn(pidFile)
    await endProcesses(directory, postmaster)
    // PostgreSQL trusts any living pid and refuses an empty file; it handles other cases itself.
    if (!postmaster || sendSignal(postmaster, 0)) rmSync(pidFile, { force: true })
  }
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    rmSync(join(socketDirectory, name), { force: true })
  }
}

async function endProcesses(directory: string, postmaster: number | undefined): Promise<void> {
  for (const [signal, waitMs] of steps) {
    const found = processesOn(directory, postmaster)
    const receivers = signal === 'SIGINT' ? found.filter((pid) => pid === postmaster) : found
    for (const pid of receivers) sendSignal(pid, signal)
    // Processes without a postmaster exit by themselves.
    const until = performance.now() + (receivers.length > 0 ? waitMs : 1_000)
    while (processesOn(directory, postmaster).length > 0 && performance.now() < until) {
      await wait(20)
    }
  }
  const left = processesOn(directory, postmaster)
  if (left.length === 0) return
  throw new Error(
    `PostgreSQL still runs on ${directory} (process ${left.join(', ')}). End it first.`,
  )
}

/** Finds processes by their working directory, because a pid may belong to another program. */
export function processesOn(directory: string, postmaster?: number): number[] {
  if (process.platform !== 'linux') return postmaster && isPostgres(postmaster) ? [postmaster] : []
  const cluster = statSync(directory, { throwIfNoEntry: false })
  const runsOnIt = (pid: string) => {
    try {
      const { dev, ino } = statSync(`/proc/${pid}/cwd`)
      if (dev !== cluster?.dev || ino !== cluster.ino) return false
      return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && runsOnIt(name))
    .map(Number)
}

function isPostgres(pid: number): boolean {
  try {
    const name = execFileSync('ps', ['-o', 'comm=', '-p', `${pid}`], { encoding: 'utf8' })
    return name.trim().endsWith('postgres')
  } catch {
    return false
  }
}

function pidIn(file: string): number | undefined {
  try {
    return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10)) || undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
