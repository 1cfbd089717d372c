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
 * Creates the data directory with mode 700, or checks that it is private and writable.
 *
 * @throws Error of one line when it cannot be written or others may read it.
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
  // An empty directory was just created for the product with the default mode; one with contents
  // was not.
  if (readdirSync(dataDir).length === 0) {
    chmodSync(dataDir, 0o700)
    return
  }
  throw new Error(`DATA_DIR ${dataDir} is open to other users. Close it: chmod 700 '${dataDir}'`)
}

/** Records that the data directory had a database, to prevent starting empty by mistake. */
export function markInitialised(dataDir: string): void {
  const file = join(dataDir, marker)
  if (!existsSync(file)) writeFileSync(file, `${new Date().toISOString()}\n`, { mode: 0o600 })
}

export function unfinishedDirectory(dataDir: string): string {
  return join(dataDir, unfinished)
}

/** Marks the data directory as half restored until `endRestore`; nothing starts on it. */
export function beginRestore(dataDir: string): void {
  writeFileSync(join(dataDir, restoring), `${new Date().toISOString()}\n`, { mode: 0o600 })
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, restoring), { force: true })
}

export function isHalfRestored(dataDir: string): boolean {
  return existsSync(join(dataDir, restoring))
}

/** @throws Error of one line when a restore was begun here and not completed. */
export function refuseHalfRestored(dataDir: string): void {
  if (!isHalfRestored(dataDir)) return
  const file = join(dataDir, restoring)
  throw new Error(
    `A restore into ${dataDir} did not come to its end. Run it again; ` +
      `to do without it, remove ${file}.`,
  )
}
