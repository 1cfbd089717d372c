// Checks which part of the product may import which, and that paths in documents exist.
// docs/architecture.md explains the order; biome.json has the rules about names, cycles and
// packages.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { checkStyles } from './check-styles.ts'
import { checkDocuments } from './document-paths.ts'

/** The lowest domain comes first. A domain may import the ones before it. */
const domains = [
  'identity',
  'receipts',
  'content',
  'notifications',
  'inbox',
  'mail',
  'automations',
  'google',
  'clients',
  'leads',
  'chat',
  'booking',
  'site',
  'privacy',
  'admin',
]

/** Folders of `src/server` in the same order; '' stands for the files directly in it. */
const serverParts = [
  'outbound',
  'project-root.ts',
  'sandbox',
  'mime',
  '',
  'own-postgres',
  'database',
  'security',
  'health.ts',
  'files',
  'pub-sub',
  'metrics',
  'content',
  'pictures',
  'service',
  'jobs',
  'mail',
  'http',
  'sockets',
  'render',
  'backup',
]

/** This file alone may import upwards, because a job removes idempotency keys. */
const upwards = 'src/server/service/idempotency.ts'

/** Only this file may read the brand. Everything else reads the live settings. */
const readsBrand = 'src/features/content/resolved-settings/defaults.ts'

// `outside` is what bundler or Node resolves beside the source, such as package.json and drizzle/.
const shared = ['contract', 'feature contract', 'feature plain', 'outside']
const everything = [...shared, 'server', 'web', 'feature server', 'feature view', 'register']
const mayImport: Record<string, readonly string[]> = {
  contract: ['contract'],
  brand: ['contract'],
  server: ['contract', 'server', 'outside'],
  web: ['contract', 'web', 'outside'],
  'feature contract': ['contract', 'feature contract'],
  'feature plain': ['contract', 'feature contract', 'feature plain'],
  'feature server': [...shared, 'server', 'feature server'],
  'feature view': [...shared, 'web', 'feature view'],
  register: everything,
  cli: [...everything, 'cli'],
}

function layerOf(path: string): string {
  if (!path.startsWith('src/')) return 'outside'
  if (path === 'src/brand.ts') return 'brand'
  const [, layer = '', ...rest] = path.split('/')
  if (rest.length === 0) return 'register'
  if (layer !== 'features') return layer
  const name = rest.at(-1) ?? ''
  if (name === 'contract.ts' || name === 'schemas.ts') return 'feature contract'
  if (name.endsWith('.server.ts')) return 'feature server'
  return /\.(ts|json)$/.test(name) && !name.startsWith('use-') ? 'feature plain' : 'feature view'
}

/** The file of a domain that may import all of its parts, and is imported by the register alone. */
const isOffer = (path: string) => /^src\/features\/[^/]+\/domain\.server\.ts$/.test(path)

const domainOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
const serverPartOf = (path: string) =>
  /^src\/server\/((?:health|project-root)\.ts|[^/]+(?=\/)|)/.exec(path)?.[1]

const partOf = (path: string) => /^src\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1]

/** The parts of a domain in the order of the table in its README. */
export function partsIn(readme: string): string[] {
  const [, table = ''] = /^\| part, lowest first \|.*\n.*\n((?:\|.*\n)+)/m.exec(readme) ?? []
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, part = '']) => part)
}

/** Resolves a specifier like Node and `imports` of package.json. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return specifier.replace(/^#(?!test\/|package\.json)/, 'src/').replace('#', '')
}

/** Matches imports of values. Imported types leave no trace in what a browser loads. */
const loadsSchemas = /^(?:import|export) (?:\{[^}]*\}|\*) from '[^']*\/schemas\.ts'/gm

export type Violation = { path: string; line: number; fix: string }

/** Why a file may not import another one of its domain. The domain's own files come first. */
function misplacedPart(path: string, target: string, parts: readonly string[]): string | undefined {
  if (isOffer(target)) return 'the register alone imports what a domain offers'
  if (isOffer(path)) return undefined
  const [own, other] = [partOf(path), partOf(target)]
  if (own === other || other === undefined) return undefined
  if (own === undefined) return `files of the domain come before its parts: not ${other}`
  if (parts.indexOf(other) <= parts.indexOf(own)) return undefined
  return `${own} comes before ${other} in the domain's README: move what they share down`
}

/**
 * @param path the path of a source file that is no test, relative to the root.
 * @param text the file's content.
 * @param parts the parts of its domain, lowest first; undefined if they have no order.
 */
export function checkImports(path: string, text: string, parts?: readonly string[]): Violation[] {
  const layer = layerOf(path)
  const lineOf = (index: number) => text.slice(0, index).split('\n').length
  const loaded = path.endsWith('/contract.ts') ? [...text.matchAll(loadsSchemas)] : []
  const heavy = loaded.map(({ index }) => ({
    path,
    line: lineOf(index),
    fix: 'import only types of schemas: every page loads contracts, none should load zod for them',
  }))
  const found = text.matchAll(/^(?:.*\bfrom|import|.*\bimport\() ?'([.#][^'?]+)/gm)
  const misplaced = [...found].flatMap(({ index, 1: specifier = '' }) => {
    if (specifier.includes('/+types/')) return []
    const report = (fix: string) => [{ path, line: lineOf(index), fix }]
    if (specifier.startsWith('../../')) return report('write it with # as package.json names it')
    const target = targetOf(path, specifier)
    const to = layerOf(target)
    if (/\.test\.tsx?$|^(test|e2e|proofs|scripts)\//.test(target)) return report('is for tests')
    if (to === 'brand') {
      return path === readsBrand ? [] : report('read the live settings: these are their defaults')
    }
    const allowed = mayImport[layer] ?? []
    if (!allowed.includes(to)) {
      return report(`${layer} may import ${allowed.join(', ')}, not ${to} (${target})`)
    }
    const isServer = layer === 'server'
    const order = isServer ? serverParts : domains
    const [own, other] = [path, target].map(isServer ? serverPartOf : domainOf)
    if (own === undefined || other === undefined || path === upwards) return []
    if (!isServer && own === other) {
      const fix = parts && misplacedPart(path, target, parts)
      return fix ? report(fix) : []
    }
    if (order.indexOf(other) <= order.indexOf(own)) return []
    return report(`${own || path} comes before ${other}: move what they share down, or pass it in`)
  })
  return [...heavy, ...misplaced]
}

if (import.meta.main) {
  const cwd = join(import.meta.dirname, '..')
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  const sources = globSync('src/**/*.{ts,tsx}', { cwd }).filter((path) => !path.includes('.test.'))
  const documents = globSync(['*.md', 'docs/*.md', 'src/features/*/README.md'], { cwd })
  const unknown = globSync('src/features/*/', { cwd })
    .filter((path) => !domains.includes(posix.basename(path)))
    .map((path) => ({ path, line: 1, fix: 'give this domain its place in the order' }))
  const partsOf = new Map(
    domains.map((domain) => [domain, partsIn(read(`src/features/${domain}/README.md`))]),
  )
  const unlisted = domains.flatMap((domain) => {
    const folders = globSync(`src/features/${domain}/*/`, { cwd }).map((path) =>
      posix.basename(path),
    )
    const listed = partsOf.get(domain) ?? []
    const missing = folders.filter((folder) => !listed.includes(folder))
    const gone = listed.filter((part) => !folders.includes(part))
    return [
      ...missing.map((part) => `give the part ${part} its place in the table`),
      ...gone.map((part) => `there is no part ${part}`),
    ].map((fix) => ({ path: `src/features/${domain}/README.md`, line: 1, fix }))
  })
  const violations = [
    ...unknown,
    ...unlisted,
    ...checkStyles(),
    ...sources.flatMap((path) => checkImports(path, read(path), partsOf.get(domainOf(path) ?? ''))),
    ...checkDocuments(Object.fromEntries(documents.map((path) => [path, read(path)])), (path) => {
      const isFile = /\.(?:ts|tsx|css|md|sql|json)$/.test(path)
      return globSync(path.replace(/\/$/, '') + (isFile ? '' : '*'), { cwd }).length > 0
    }),
  ]
  for (const { path, line, fix } of violations) console.log(`${path}:${line} ${fix}`)
  if (violations.length === 0) console.log(`${sources.length} files import what they may.`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
