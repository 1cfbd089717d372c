import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const marker = 'database.initialised'
const unfinished = 'database.unfinished'
const restoring = 'restore.unfinished'

/**
 * Makes sure that the data directory exists and is the server's own: it creates it with mode 700
 * and throws an Error of one line when it cannot be written or others may look into it.
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new Error(
      `DATA_DIR ${dataDir} cannot be written${reason}. ` +
        'Give it to the user who runs the server, or choose another DATA_DIR.',
    )
  }
  if (process.platform === 'win32' || !(statSync(dataDir).mode & 0o007)) return
  // An empty directory was just made for us with the usual mode; one with contents was not.
  if (readdirSync(dataDir).length === 0) {
    chmodSync(dataDir, 0o700)
    return
  }
  throw new Error(`DATA_DIR ${dataDir} is open to other users. Close it: chmod 700 '${dataDir}'`)
}

/** Remembers that the data directory has had a database, against starting empty by mistake. */
export function markInitialised(dataDir: string): void {
  const file = join(dataDir, marker)
  if (!existsSync(file)) writeFileSync(file, `${new Date().toISOString()}\n`, { mode: 0o600 })
}

/** Where a database is made before it is moved to its place; what is left there is worth nothing. */
export function unfinishedDirectory(dataDir: string): string {
  return join(dataDir, unfinished)
}

/** From here until `endRestore` the data directory is half restored, and nothing starts on it. */
export function beginRestore(dataDir: string): void {
  writeFileSync(join(dataDir, restoring), `${new Date().toISOString()}\n`, { mode: 0o600 })
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, restoring), { force: true })
}

/** Throws an Error of one line when a restore has begun here and not come to its end. */
export function refuseHalfRestored(dataDir: string): void {
  const file = join(dataDir, restoring)
  if (!existsSync(file)) return
  throw new Error(
    `A restore into ${dataDir} did not come to its end. Run it again; ` +
      `to do without it, remove ${file}.`,
  )
}
