import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  admit,
  assertDurable,
  dropTables,
  forgetSecret,
  hbaFile,
  isWrongPassword,
  readSecret,
  setSecret,
  urlOf,
} from './access.ts'
import { hasCluster, makeCluster, moveCluster, refuseOtherDatabase } from './cluster.ts'
import {
  beginRestore,
  isHalfRestored,
  markInitialized,
  prepareDataDirectory,
  refuseHalfRestored,
} from './data-directory.ts'
import { acquireLock } from './lock.ts'
import { type Cluster, dataArgument } from './process.ts'
import { findPrograms } from './programs.ts'
import { asArguments, settingsFor } from './settings.ts'
import { type Running, supervisePostmaster } from './supervise-postmaster.ts'
import { giveTo, type SystemUser, systemUserFor } from './system-user.ts'

export type OwnServer = Running & {
  /** The account that started the server can use it. Restarts do not change it. */
  url: string
  directory: string
}

type Log = (line: string) => void

/**
 * Starts PostgreSQL on a locked data directory. The server ends with this process.
 * @param options.isBare leaves the database without tables, for a restore.
 * @throws Error of one line
 */
export async function startOwnServer(options: {
  dataDir: string
  log?: Log
  isBare?: boolean
}): Promise<OwnServer> {
  const dataDir = resolve(options.dataDir)
  const directory = join(dataDir, 'database')
  prepareDataDirectory(dataDir)
  if (!options.isBare) refuseHalfRestored(dataDir)
  refuseOtherDatabase(directory)
  const lock = acquireLock(dataDir)
  try {
    const systemUser = systemUserFor(dataDir)
    const cluster = { programs: findPrograms(systemUser), directory, systemUser }
    prepareCluster(cluster, dataDir, options.isBare)
    const server = await startAt(cluster, options.log ?? (() => {}), false).catch((error) => {
      throw explainDamage(error, directory)
    })
    if (options.isBare && isHalfRestored(dataDir)) await dropTables(server.url)
    markInitialized(dataDir)
    const { stop } = server
    server.stop = () => stop().finally(lock.release)
    return server
  } catch (error) {
    lock.release()
    throw error
  }
}

const damage =
  /could not find|control file|checkpoint record|WAL directory|invalid page|checksum|corrupt|could not (open|read|access|stat) (file|directory)|is not a valid data directory|does not exist/i

/** @returns the error, or one that explains how to replace a damaged database. */
export function explainDamage(error: Error, directory: string): Error {
  const { message } = error.cause instanceof Error ? error.cause : error
  if (!damage.test(message)) return error
  return new Error(
    `The database in ${directory} is damaged (${message}). ` +
      'Move DATA_DIR away and restore a backup: npm run restore -- <folder of the backup>',
  )
}

export function findOwnServer(dataDir: string): string | undefined {
  const directory = resolve(dataDir, 'database')
  const socket = socketOf(directory)
  const secret = readSecret(directory)
  return secret && existsSync(join(socket, '.s.PGSQL.5432')) ? urlOf(socket, secret) : undefined
}

/** Creates the cluster if it is missing. No other process may use the directory. */
export function startServerIn(
  directory: string,
  options: {
    log?: Log
    /** Several times faster, but a power failure loses data. The role may create databases. */
    isThrownAway?: boolean
  } = {},
): Promise<OwnServer> {
  const folder = resolve(directory, '..')
  mkdirSync(folder, { recursive: true })
  const systemUser = systemUserFor(folder)
  const cluster = { programs: findPrograms(systemUser), directory: resolve(directory), systemUser }
  if (!hasCluster(directory)) makeCluster(cluster)
  return startAt(cluster, options.log ?? (() => {}), options.isThrownAway ?? false)
}

/** @throws Error of one line instead of starting empty where data exists or existed. */
function prepareCluster(cluster: Cluster, dataDir: string, isBare = false): void {
  const { directory } = cluster
  const unfinished = join(dataDir, 'database.unfinished')
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
  if (hasCluster(directory)) return
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(
      `${directory} holds files that are no database. ` +
        'Move them away, or restore the database from a backup.',
    )
  }
  const marker = join(dataDir, 'database.initialized')
  if (existsSync(marker) && !isBare) {
    throw new Error(
      `${dataDir} had a database, but ${directory} is missing. Mount or restore it; ` +
        `to start empty on purpose, remove ${marker}.`,
    )
  }
  makeCluster({ ...cluster, directory: unfinished })
  // If a restore is killed before it drops the tables, its repetition drops them.
  if (isBare) beginRestore(dataDir)
  moveCluster({ ...cluster, directory: unfinished }, directory)
}

async function startAt(cluster: Cluster, log: Log, isThrownAway: boolean): Promise<OwnServer> {
  const { directory, systemUser } = cluster
  // The owner of the data directory may have changed since the last start.
  if (systemUser && statSync(directory).uid !== systemUser.uid) giveTo(systemUser, directory)
  const socket = socketDirectory(directory, systemUser)
  const secret = readSecret(directory)
  admit(directory, secret ? 'scram-sha-256' : 'trust')
  const settings = settingsFor({
    // The path is relative to the working directory, which may have a long or unreadable path.
    socket: socket === directory ? '.' : socket,
    hba: join(dataArgument(cluster), hbaFile),
    isThrownAway,
  })
  const running = await supervisePostmaster(cluster, socket, asArguments(settings), log)
  try {
    const url = urlOf(socket, secret ?? (await setSecret(running, directory, socket, isThrownAway)))
    if (!isThrownAway) await assertDurable(url)
    const { stop } = running
    running.stop = async () => {
      await stop()
      if (socket !== directory) rmSync(socket, { recursive: true, force: true })
    }
    return Object.assign(running, { url, directory })
  } catch (error) {
    await running.stop()
    if (!secret || !isWrongPassword(error)) throw error
    forgetSecret(directory)
    return startAt(cluster, log, isThrownAway)
  }
}

/** The limit is 107 bytes, and 103 on some systems. */
const maxSocketPathLength = 103 - '/.s.PGSQL.5432'.length

function socketOf(directory: string): string {
  if (Buffer.byteLength(directory) <= maxSocketPathLength) return directory
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  return join(tmpdir(), `counterfoil-${hash}`)
}

function socketDirectory(directory: string, systemUser: SystemUser | undefined): string {
  const path = socketOf(directory)
  if (path === directory) return path
  try {
    mkdirSync(path, { mode: 0o700 })
    if (systemUser) giveTo(systemUser, path)
  } catch {
    const found = lstatSync(path)
    const owner = systemUser?.uid ?? process.getuid?.() ?? found.uid
    if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
      throw new Error(`${path} is in the way. Remove it, or choose a DATA_DIR with a shorter path.`)
    }
  }
  return path
}
