import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionsFolder, migrationsFolder } from '../database-folders.ts'
import { projectRoot } from '../project-root.ts'
import { type Cluster, dataArgument, runProgram } from './process.ts'
import { packageVersion, programsPackage } from './programs.ts'
import { asArguments } from './settings.ts'
import { giveTo, setModes } from './system-user.ts'

export const productName = 'counterfoil'

const ownMarker = 'counterfoil.cluster'

const major = '18'

/** pg_trgm needs one of these locales to recognize letters beyond ASCII. */
const letters = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** @throws Error of one line when `directory` has a database that this release cannot open. */
export function refuseOtherDatabase(directory: string): void {
  if (!hasCluster(directory)) return
  const version = fs.readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  const isOwn = fs.existsSync(join(directory, ownMarker))
  if (isOwn && version === major) return
  const origin = isOwn ? `of PostgreSQL ${version}` : 'of an earlier release'
  throw new Error(
    `${directory} is a database ${origin}, which this release does not open; it is left as it is. ` +
      'Run `npm run backup` with the release that made it, then `npm run restore` with this one ' +
      'and a new DATA_DIR.',
  )
}

export function hasCluster(directory: string): boolean {
  return fs.existsSync(join(directory, 'PG_VERSION'))
}

export const imageFolder = fileURLToPath(new URL('build/database', projectRoot))

export function imageKey(): string {
  const hash = createHash('sha256').update(`${programsPackage} ${packageVersion()}`)
  for (const folder of [migrationsFolder, functionsFolder]) {
    for (const file of fs.globSync('**/*.{sql,json}', { cwd: folder }).sort()) {
      hash.update(`${file}\0`).update(fs.readFileSync(join(folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Copies the prebuilt cluster if there is one, which is ten times faster than initdb and
 * migrations.
 */
export function makeCluster(cluster: Cluster): void {
  const { directory, systemUser } = cluster
  const image = join(imageFolder, imageKey())
  if (!fs.existsSync(image)) {
    createCluster(cluster)
    return
  }
  fs.cpSync(image, directory, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  setModes(directory, 0o700)
  if (systemUser) giveTo(systemUser, directory)
}

export function createCluster(cluster: Cluster): void {
  const { directory, systemUser } = cluster
  fs.mkdirSync(directory, { mode: 0o700 })
  if (systemUser) giveTo(systemUser, directory)
  initialize(cluster)
  runAlone(cluster, 'template1', [
    `CREATE ROLE ${productName} LOGIN`,
    `ALTER DATABASE postgres RENAME TO ${productName}`,
    `ALTER DATABASE ${productName} OWNER TO ${productName}`,
    "UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template_'",
    'DROP DATABASE template0',
  ])
  // Without this database a first start copies a third less.
  runAlone(cluster, productName, ['DROP DATABASE template1'])
  writeNew(join(directory, ownMarker), '')
}

function initialize(cluster: Cluster): void {
  const args = [
    '-D',
    dataArgument(cluster),
    '-U',
    'postgres',
    '-A',
    'reject',
    '-E',
    'UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ]
  for (const name of letters) {
    try {
      runProgram(cluster, 'initdb', [...args, `--lc-ctype=${name}`])
      return
    } catch (error) {
      if (name === letters.at(-1)) throw error
    }
  }
}

/** The cluster is moved so that after a power failure it is either complete or absent. */
export function moveCluster(cluster: Cluster, directory: string): void {
  const method = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  runProgram(cluster, 'initdb', ['-D', dataArgument(cluster), '--sync-only', ...method])
  fs.renameSync(cluster.directory, directory)
  const above = fs.openSync(dirname(directory), 'r')
  fs.fsyncSync(above)
  fs.closeSync(above)
}

function runAlone(cluster: Cluster, database: string, statements: readonly string[]): void {
  const settings = { fsync: 'off', log_min_messages: 'fatal', exit_on_error: 'on' }
  const args = ['--single', '-D', dataArgument(cluster), ...asArguments(settings), database]
  runProgram(cluster, 'postgres', args, `${statements.join('\n')}\n`)
}

/** Does not follow a symbolic link that the directory's owner may have planted. */
export function writeNew(path: string, content: string, mode = 0o644): void {
  fs.rmSync(path, { force: true })
  fs.writeFileSync(path, content, { flag: 'wx', mode })
}
