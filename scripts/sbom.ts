import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programsPackage, serverVersion } from '../src/server/database/own-programs.ts'
import type { Locked } from './check-versions.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/**
 * Contents of the package with PostgreSQL's binaries for Linux (x64); npm knows only the packaging.
 */
const insideBinaries = [
  ['postgresql', serverVersion(), 'PostgreSQL'],
  ['openssl', '1.1.1', 'OpenSSL'],
  ['icu', '60.2', 'ICU'],
  ['libxml2', '2.9.4', 'MIT'],
  ['libxslt', '1.1.29', 'MIT'],
  ['zlib', '1.2.11', 'Zlib'],
  ['xz', '5.2.2', 'CC0-1.0'],
  ['ossp-uuid', '1.6.2', 'MIT'],
].map(([name, version, id]) => ({
  ...{ type: 'library', name, version, purl: `pkg:generic/${name}@${version}` },
  licenses: [{ license: { id } }],
  properties: [{ name: 'counterfoil:inside', value: programsPackage }],
}))

/**
 * Writes a software bill of materials (CycloneDX 1.5) and the licence of every shipped package to
 * build/, both from the installed packages.
 */
export function writeMaterials(): void {
  const { packages }: { packages: Record<string, Locked> } = read('package-lock.json')
  const { licenceOf }: { licenceOf: Record<string, string> } = read('scripts/version-floor.json')
  const chapter = ([path, { version, license }]: [string, Locked]): string | undefined => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 13)
    const [text] = globSync(join(root, path, '{LICEN[CS]E,LICEN[CS]E.*,COPYING}'))
    // A package for another platform is locked but not installed.
    if (!text && globSync(join(root, path, 'package.json')).length === 0) return undefined
    const licence = licenceOf[name] ?? license
    const words = text ? readFileSync(text, 'utf8').trim() : 'No text comes with it.'
    return `${name} ${version}\n${licence}\n\n${words}\n`
  }
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const chapters = shipped.map(chapter).filter((text) => text !== undefined)
  mkdirSync(join(root, 'build'), { recursive: true })

  const materials = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const bill = JSON.parse(String(materials))
  bill.components.push(...insideBinaries)
  writeFileSync(join(root, 'build/sbom.cdx.json'), JSON.stringify(bill, null, 2))
  writeFileSync(join(root, 'build/licences.txt'), chapters.join(`\n${'─'.repeat(80)}\n\n`))
  console.log(
    `build/sbom.cdx.json: ${bill.components.length} components\n` +
      `build/licences.txt: ${chapters.length} packages with their licences`,
  )
}
