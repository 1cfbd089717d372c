/**
 * Checks what the lock file would install. Not every registry supports `npm audit`, so
 * version-floor.json lists the lowest safe versions. Raise a floor when an advisory appears. Where
 * an audit service is reachable, `npm audit` covers more.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Locked = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  /** The license that the package states; absent if its form is outdated or it has none. */
  license?: string
  dev?: boolean
}

/**
 * The fields of package.json that decide what is installed and what may run during the
 * installation.
 */
export type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
> & { allowScripts?: Record<string, boolean> }

/**
 * Lowest safe versions (one for each major version that is still safe), forbidden packages, and
 * allowed licenses of shipped packages. `licenseOf` corrects packages that state their license
 * badly.
 */
export type Floor = {
  floors: Record<string, string[]>
  forbidden: string[]
  licenses: string[]
  licenseOf: Record<string, string>
}

const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/

export function checkVersions(
  manifest: Manifest,
  packages: Record<string, Locked>,
  { floors, forbidden, licenses, licenseOf }: Floor,
): string[] {
  const wrong: string[] = []
  for (const field of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    for (const [name, version] of Object.entries(manifest[field] ?? {})) {
      if (!exact.test(version)) {
        wrong.push(`package.json: ${name} is '${version}', write an exact version`)
      }
    }
  }
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
    const version = entry.version ?? ''
    const report = (text: string) => wrong.push(`${path}: ${text}`)
    if (forbidden.some((pattern) => matches(name, pattern))) report('is forbidden, remove it')
    const safe = floors[name]
    if (safe && !isSafe(version, safe))
      report(`${version} is unsafe, use ${safe.join(' or ')} or later`)
    const license = licenseOf[name] ?? entry.license ?? 'none'
    if (!entry.dev && !licenses.includes(license)) {
      report(`has the license '${license}', which is not approved`)
    }
    if (!comesFromRegistry(entry)) report(`comes from ${entry.resolved}, not from a registry`)
    if (!entry.integrity && !entry.inBundle) report('has no integrity, install it again')
    if (entry.hasInstallScript && manifest.allowScripts?.[name] === undefined) {
      report('runs an install script that allowScripts in package.json neither allows nor refuses')
    }
  }
  return wrong
}

/** A pattern is a name, or a prefix followed by an asterisk. */
function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

/** Whether `version` reaches the floor of its own major version, or is above every floor. */
export function isSafe(version: string, floors: string[]): boolean {
  if (!/^\d+\.\d+\.\d+/.test(version)) return false
  const own = floors.find((floor) => numbers(floor)[0] === numbers(version)[0])
  if (own) return compare(version, own) >= 0
  return floors.every((floor) => compare(version, floor) > 0)
}

// Without an address, npm uses the configured registry. Git, file and plain http have an address.
function comesFromRegistry({ resolved, link, inBundle }: Locked): boolean {
  if (link) return false
  return inBundle || resolved === undefined || /^https:\/\/[^/]+\/.*\.tgz$/.test(resolved)
}

function numbers(version: string): number[] {
  return version
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number)
}

/** A pre-release (8.0.0-beta) counts as lower than its release. */
function compare(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(b.includes('-')) - Number(a.includes('-'))
}

if (import.meta.main) {
  const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))
  const { packages } = read('../package-lock.json')
  const wrong = checkVersions(read('../package.json'), packages, read('version-floor.json'))
  for (const sentence of wrong) console.log(sentence)
  const count = Object.keys(packages).length - 1
  if (wrong.length === 0) console.log(`${count} packages: exact, safe and from the registry.`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
