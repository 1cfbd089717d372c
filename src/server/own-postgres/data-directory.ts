import fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../error-code.ts'
import { readOnly } from '../refused-start.ts'
import { nameOfSystemUser } from './system-user.ts'

const marker = 'database.initialized'
const restoring = 'restore.unfinished'

/**
 * Does not use `recursive`, which never ends on a file system that reports ENOENT for an existing
 * directory.
 */
function makeDirectory(path: string): void {
  if (fs.existsSync(path)) return
  makeDirectory(dirname(path))
  fs.mkdirSync(path, { mode: 0o700 })
}

/**
 * Creates the directory with mode 700.
 * @throws Error of one line when others may read it.
 */
export function prepareDataDirectory(dataDir: string): void {
  const { R_OK, W_OK, X_OK } = fs.constants
  orExplain(dataDir, () => makeDirectory(resolve(dataDir)))
  if (!fs.statSync(dataDir).isDirectory()) {
    throw new Error(`DATA_DIR ${dataDir} is a file. Choose a directory.`)
  }
  orExplain(dataDir, () => fs.accessSync(dataDir, R_OK | W_OK | X_OK))
  if (process.platform === 'win32' || !(fs.statSync(dataDir).mode & 0o027)) return
  // An empty directory that was mounted has the default mode.
  if (fs.readdirSync(dataDir).length === 0) {
    fs.chmodSync(dataDir, 0o700)
    return
  }
  throw new Error(`DATA_DIR ${dataDir} is open to other users. Close it: chmod 700 '${dataDir}'`)
}

/**
 * Creates a directory in `DATA_DIR`.
 * @throws Error of one line when nothing can be written to it.
 */
export function prepareDirectoryIn(dataDir: string, path: string): void {
  orExplain(dataDir, () => {
    makeDirectory(resolve(path))
    fs.accessSync(path, fs.constants.W_OK)
  })
}

function orExplain(dataDir: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EROFS') throw new Error(readOnly(`DATA_DIR ${dataDir}`))
    throw new Error(
      `DATA_DIR ${dataDir} cannot be written (${code}). ` +
        `Give it to the account that runs the server (${nameOfSystemUser()}), or choose another DATA_DIR.`,
    )
  }
}

/** The mark prevents a later start from creating an empty database by mistake. */
export function markInitialized(dataDir: string): void {
  const file = join(dataDir, marker)
  if (!fs.existsSync(file)) fs.writeFileSync(file, `${new Date().toISOString()}\n`, { mode: 0o600 })
}

/** Prevents any start on the data directory until `endRestore`. */
export function beginRestore(dataDir: string): void {
  fs.writeFileSync(join(dataDir, restoring), `${new Date().toISOString()}\n`, { mode: 0o600 })
}

export function endRestore(dataDir: string): void {
  fs.rmSync(join(dataDir, restoring), { force: true })
}

export function isHalfRestored(dataDir: string): boolean {
  return fs.existsSync(join(dataDir, restoring))
}

/** @throws Error of one line when a restore has not been completed. */
export function refuseHalfRestored(dataDir: string): void {
  if (!isHalfRestored(dataDir)) return
  const file = join(dataDir, restoring)
  throw new Error(
    `A restore into ${dataDir} did not come to its end. Run it again; ` +
      `to do without it, remove ${file}.`,
  )
}
