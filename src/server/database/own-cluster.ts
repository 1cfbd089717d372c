import {
  chmodSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { giveTo } from './own-account.ts'
import { dataArgument, type Place, runProgram } from './own-process.ts'
import { asArguments } from './own-settings.ts'

export const productName = 'counterfoil'

const mark = 'counterfoil.cluster'

const major = '18'

const order = ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** pg_trgm needs one of these to recognise letters beyond ASCII; the first available is used. */
const letters = ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * Writes nothing.
 *
 * @throws Error of one line when `directory` holds a database that this release cannot open.
 */
export function refuseOtherDatabase(directory: string): void {
  const file = join(directory, 'PG_VERSION')
  if (!existsSync(file)) return
  const version = readFileSync(file, 'utf8').trim()
  const isOwn = existsSync(join(directory, mark))
  if (isOwn && version === major) return
  const origin = isOwn ? `of PostgreSQL ${version}` : 'of an earlier release'
  throw new Error(
    `${directory} is a database ${origin}, which this release does not open; it is left as it is. ` +
      'Run `npm run backup` with the release that made it, then `npm run restore` with this one ' +
      'and a new DATA_DIR.',
  )
}

export function hasCluster(directory: string): boolean {
  return existsSync(join(directory, 'PG_VERSION'))
}

export function createCluster(place: Place): void {
  mkdirSync(place.directory, { mode: 0o700 })
  if (place.account) giveTo(place.account, place.directory)
  initialise(place)
  runAlone(place, 'template1', [
    `CREATE ROLE ${productName} LOGIN`,
    `ALTER DATABASE postgres RENAME TO ${productName}`,
    `ALTER DATABASE ${productName} OWNER TO ${productName}`,
    "UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'",
    'DROP DATABASE template0',
  ])
  // Without the template databases a first start copies a third as much.
  runAlone(place, productName, ['DROP DATABASE template1'])
  writeNew(join(place.directory, mark), '')
}

function initialise(place: Place): void {
  const args = [
    ...['-D', dataArgument(place), '-U', 'postgres', '-A', 'reject', '-E', 'UTF8', ...order],
    ...['--no-sync', '--no-instructions'],
  ]
  for (const name of letters) {
    try {
      runProgram(place, 'initdb', [...args, `--lc-ctype=${name}`])
      return
    } catch (error) {
      if (name === letters.at(-1)) throw error
    }
  }
}

export function copyCluster(image: string, place: Place): void {
  const { directory, account } = place
  cpSync(image, directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
  close(directory)
  if (account) giveTo(account, directory)
}

/** PostgreSQL refuses a cluster that others may read. */
function close(directory: string): void {
  chmodSync(directory, 0o700)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

/** Syncs, then renames: after a power cut the cluster is either complete or absent. */
export function moveCluster(place: Place, directory: string): void {
  const method = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  runProgram(place, 'initdb', ['-D', dataArgument(place), '--sync-only', ...method])
  renameSync(place.directory, directory)
  const above = openSync(dirname(directory), 'r')
  fsyncSync(above)
  closeSync(above)
}

function runAlone(place: Place, database: string, statements: readonly string[]): void {
  const settings = { fsync: 'off', log_min_messages: 'fatal', exit_on_error: 'on' }
  const args = ['--single', '-D', dataArgument(place), ...asArguments(settings), database]
  runProgram(place, 'postgres', args, `${statements.join('\n')}\n`)
}

/**
 * Replaces a file without following a symbolic link that the directory's owner may have planted.
 */
export function writeNew(path: string, content: string, mode = 0o644): void {
  rmSync(path, { force: true })
  writeFileSync(path, content, { flag: 'wx', mode })
}

/** The owner of the data directory may have changed since the last start. */
export function hand({ directory, account }: Place): void {
  if (account && statSync(directory).uid !== account.uid) giveTo(account, directory)
}
