import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Signals, and milliseconds to wait after each; the first goes only to the postmaster. */
const steps = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Ends processes that a killed owner left running on the cluster, and removes stale pid and lock
 * files. The caller holds the lock of the data directory.
 */
export async function clearLeftovers(directory: string, socketDirectory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const postmaster = pidIn(pidFile)
    await endProcesses(directory, postmaster)
    // Without its process the file is stale, but PostgreSQL trusts any living pid and stops at an
    // empty file. Other cases are left to PostgreSQL, which also checks shared memory.
    if (!postmaster || isAlive(postmaster)) rmSync(pidFile, { force: true })
  }
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    rmSync(join(socketDirectory, name), { force: true })
  }
}

async function endProcesses(directory: string, postmaster: number | undefined): Promise<void> {
  for (const [signal, patienceMs] of steps) {
    const found = processesOn(directory, postmaster)
    if (found.length === 0) return
    const isFirst = signal === 'SIGINT'
    for (const pid of found) if (!isFirst || pid === postmaster) send(pid, signal)
    // Processes without a postmaster notice and exit by themselves.
    const until =
      performance.now() + (isFirst && !found.includes(postmaster ?? 0) ? 1_000 : patienceMs)
    while (performance.now() < until && processesOn(directory, postmaster).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const left = processesOn(directory, postmaster)
  if (left.length === 0) return
  throw new Error(
    `PostgreSQL still runs on ${directory} (process ${left.join(', ')}). End it first.`,
  )
}

/**
 * Every PostgreSQL process has the data directory as its working directory; the pid alone may
 * belong to another program.
 */
export function processesOn(directory: string, postmaster?: number): number[] {
  if (process.platform !== 'linux') return postmaster && isPostgres(postmaster) ? [postmaster] : []
  const found = statSync(directory, { throwIfNoEntry: false })
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const place = statSync(`/proc/${pid}/cwd`)
        if (place.dev !== found?.dev || place.ino !== found.ino) return false
        return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
      } catch {
        return false
      }
    })
    .map(Number)
}

function isPostgres(pid: number): boolean {
  try {
    return /postgres$/.test(
      execFileSync('ps', ['-o', 'comm=', '-p', `${pid}`], { encoding: 'utf8' }).trim(),
    )
  } catch {
    return false
  }
}

function pidIn(file: string): number | undefined {
  try {
    return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10)) || undefined
  } catch (error) {
    // A server that is just ending removes it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended meanwhile.
  }
}
