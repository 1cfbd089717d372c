import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../error-code.ts'

export type Lock = { release(): void }

/**
 * Takes the exclusive lock on a data directory, because two servers on one cluster would destroy
 * it.
 * @throws Error of one line with the holder's process id and the remedy.
 */
export function acquireLock(dataDir: string): Lock {
  const holderFile = join(dataDir, 'database.pid')
  // SQLite serves as a portable fcntl(F_SETLK). No other code may open this file, because closing
  // any descriptor of it would drop the lock of the whole process.
  const file = new DatabaseSync(join(dataDir, 'database.lock'), { timeout: 0 })
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    const SQLITE_BUSY = 5
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    const pid = livingHolder(holderFile)
    throw new Error(
      `The database in ${dataDir} is already open in ${pid ? `process ${pid}` : 'another process'}. ` +
        'Stop that one, choose another DATA_DIR, or set DATABASE_URL to run several on one server.',
    )
  }
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 })
  return { release: () => file.isOpen && file.close() }
}

/**
 * A killed holder leaves its id behind, so an id of a dead process gets half a second to be
 * replaced.
 */
function livingHolder(holderFile: string): number | undefined {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = readPid(holderFile)
    if (pid && sendSignal(pid, 0)) return pid
    Atomics.wait(pause, 0, 0, 25)
  }
  return readPid(holderFile)
}

function readPid(holderFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(holderFile, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** @returns false when the process does not exist. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
