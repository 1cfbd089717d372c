import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Signals and how long to wait after each; the first goes to the postmaster alone. */
const steps = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Ends what a killed owner has left running on the cluster of `directory`, and takes away the files
 * that would only pretend that something runs. The caller holds the lock of the data directory.
 */
export async function clearLeftovers(directory: string, socketDirectory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const postmaster = pidIn(pidFile)
    await endProcesses(directory, postmaster)
    // Without one of its processes the file says nothing, but PostgreSQL believes any living pid and
    // stops at an empty file. What it can judge by itself stays: it also knows of shared memory.
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
    // Those without a postmaster notice that by themselves.
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

/** Each process of PostgreSQL stands in its data directory; another program's pid is no sign. */
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

/** The first line; negative for a server that was run by hand on its own. */
function pidIn(file: string): number | undefined {
  return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10)) || undefined
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
    // Gone meanwhile.
  }
}
