import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from './embedded.ts'

const marker = 'database.initialised'
const unfinished = 'database.unfinished'
const restoring = 'restore.unfinished'
const snapshot = 'database.snapshot'

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

/**
 * Returns the directory of the embedded database, and puts a fresh database there when the data
 * directory never had one: a copy of the image (a directory made by `createDatabase`) if found,
 * else one made from nothing. Throws an Error of one line rather than start empty where data has
 * been or may be. The caller holds the lock of the data directory.
 */
export async function placeDatabase(
  dataDir: string,
  findImage: () => string | undefined = () => undefined,
): Promise<string> {
  const directory = join(dataDir, 'database')
  const temporary = unfinishedDirectory(dataDir)
  rmSync(temporary, { recursive: true, force: true })
  rmSync(snapshotDirectory(dataDir), { recursive: true, force: true })

  if (!existsSync(join(directory, 'PG_VERSION'))) {
    if (existsSync(directory) && readdirSync(directory).length > 0) {
      throw new Error(
        `${directory} holds files that are no database. ` +
          'Move them away, or restore the database from a backup.',
      )
    }
    if (existsSync(join(dataDir, marker))) {
      throw new Error(
        `${dataDir} had a database, but ${directory} is missing. Mount or restore it; ` +
          `to start empty on purpose, remove ${join(dataDir, marker)}.`,
      )
    }
    const image = findImage()
    if (image) cpSync(image, temporary, { recursive: true, mode: constants.COPYFILE_FICLONE })
    else await createDatabase(temporary)
    chmodSync(temporary, 0o700)
    // A rename is all or nothing, so a start killed at any moment leaves either no database or a
    // whole one.
    renameSync(temporary, directory)
  }
  return directory
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

/** Where a copy of the running database lies while it is backed up. */
export function snapshotDirectory(dataDir: string): string {
  return join(dataDir, snapshot)
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

/**
 * The databases that every cluster comes with beside our own: what CREATE DATABASE copies, which
 * nobody calls here. Without them a first start copies half as many files.
 */
export const templates: readonly string[] = ['template0', 'template1']

/** Makes an empty, migrated database in `directory`, closed and ready to be copied. */
export async function createDatabase(directory: string): Promise<void> {
  const embedded = await openEmbedded(directory)
  // Rarely needed, and it brings the whole of Drizzle.
  const { migrateEmbedded } = await import('./migrations.ts')
  try {
    await migrateEmbedded(embedded)
    for (const template of templates) {
      await embedded.exec(
        `UPDATE pg_database SET datistemplate = false WHERE datname = '${template}'`,
      )
      await embedded.exec(`DROP DATABASE ${template}`)
    }
  } finally {
    await embedded.close()
  }
}
