import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programsPackage, serverVersion } from '#server/own-postgres/programs.ts'
import type { Locked } from './check-versions.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/**
 * Components inside the package with PostgreSQL's binaries for Linux (x64). npm only knows the
 * package itself.
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
  type: 'library',
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  licenses: [{ license: { id } }],
  properties: [{ name: 'counterfoil:inside', value: programsPackage }],
}))

type Shipped = Locked & { name: string; path: string; license: string; version: string }

/**
 * The production packages of the lock file that are installed, which excludes those for other
 * platforms.
 */
function shippedPackages(): Shipped[] {
  const { packages }: { packages: Record<string, Locked> } = read('package-lock.json')
  const { licenseOf }: { licenseOf: Record<string, string> } = read('scripts/version-floor.json')
  return Object.entries(packages)
    .filter(
      ([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path, 'package.json')),
    )
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 13)
      const { version = '' } = locked
      return {
        ...locked,
        version,
        name,
        path,
        license: licenseOf[name] ?? locked.license ?? 'NOASSERTION',
      }
    })
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function component({ name, version, license, integrity }: Shipped) {
  const [algorithm = '', digest = ''] = integrity?.split('-', 2) ?? []
  const isExpression = /\s(OR|AND|WITH)\s/.test(license)
  return {
    type: 'library',
    name,
    version,
    purl: purl(name, version),
    'bom-ref': purl(name, version),
    licenses: isExpression ? [{ expression: license }] : [{ license: { id: license } }],
    ...(digest && {
      hashes: [
        {
          alg: algorithm.replace('sha', 'SHA-'),
          content: Buffer.from(digest, 'base64').toString('hex'),
        },
      ],
    }),
  }
}

/**
 * A bill of materials (CycloneDX 1.5) from the lock file. `npm sbom` omits packages that
 * development packages need as well.
 */
export function billOfMaterials() {
  const { name, version, license } = read('package.json')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        name,
        version,
        'bom-ref': purl(name, version),
        licenses: [{ license: { name: license } }],
      },
    },
    components: [...shippedPackages().map(component), ...insideBinaries],
  }
}

/** The name, version, license and license text of every shipped package. */
export function licenseTexts(): string[] {
  return shippedPackages().map(({ name, version, license, path }) => {
    const [file] = globSync(join(root, path, '{LICEN[CS]E,LICEN[CS]E.*,COPYING}'))
    const words = file ? readFileSync(file, 'utf8').trim() : 'No text comes with it.'
    return `${name} ${version}\n${license}\n\n${words}\n`
  })
}

/** Writes both files to build/. */
function writeMaterials(): void {
  const [bill, texts] = [billOfMaterials(), licenseTexts()]
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(join(root, 'build/sbom.cdx.json'), JSON.stringify(bill, null, 2))
  writeFileSync(join(root, 'build/licenses.txt'), texts.join(`\n${'─'.repeat(80)}\n\n`))
  console.log(
    `build/sbom.cdx.json: ${bill.components.length} components\n` +
      `build/licenses.txt: ${texts.length} packages with their licenses`,
  )
}

if (import.meta.main) writeMaterials()
