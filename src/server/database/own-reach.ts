import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Account } from './own-account.ts'

/** Not the users' own TMPDIR; /var/tmp survives a reboot. */
const places = ['/var/tmp', tmpdir()]

/**
 * Folder with PostgreSQL's files that `account` can read: `programs`, or a copy of it that only
 * root can change. A checkout below /root or with a strict umask is closed to others.
 *
 * @throws Error of one line for the operator
 */
export function programsFor(account: Account, programs: string, version: string): string {
  if (isOpen(account, programs)) return programs
  const files = filesOf(programs)
  const hash = createHash('sha256')
    .update(`${version}\n${files.join('\n')}`)
    .digest('hex')
  const name = `counterfoil-postgresql-${hash.slice(0, 16)}`
  for (const folder of new Set(places)) {
    const copy = join(folder, name)
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
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isNeeded(path))
    .map((path) => ({ path, stats: lstatSync(path) }))
    .filter(({ stats }) => stats.isFile())
    .map(({ path, stats }) => `${relative(programs, path)}\t${stats.size}`)
    .sort()
}

function isNeeded(path: string): boolean {
  return !/\.(a|pc)$|\/pgxs(\/|$)/.test(path)
}

/**
 * Checks the owner, so that no other user can have planted the copy, and that no cleaner of
 * temporary files has removed parts of it.
 */
function isWhole(copy: string, files: readonly string[]): boolean {
  try {
    const { uid, mode } = lstatSync(copy)
    return (
      lstatSync(copy).isDirectory() &&
      uid === 0 &&
      !(mode & 0o022) &&
      `${filesOf(copy)}` === `${files}`
    )
  } catch {
    return false
  }
}

function makeCopy(programs: string, copy: string, account: Account): boolean {
  let temporary: string | undefined
  try {
    temporary = mkdtempSync(`${copy}-`)
    cpSync(programs, temporary, { recursive: true, filter: isNeeded, verbatimSymlinks: true })
    openToReaders(temporary)
    const asked = spawnSync(join(temporary, 'bin/postgres'), ['--version'], {
      ...account,
      cwd: '/',
    })
    // Mounted noexec, or not accessible.
    if (asked.status !== 0) return false
    rmSync(copy, { recursive: true, force: true })
    renameSync(temporary, copy)
    return true
  } catch {
    return false
  } finally {
    if (temporary) rmSync(temporary, { recursive: true, force: true })
  }
}

function openToReaders(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() || lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
