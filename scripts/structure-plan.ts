/**
 * The architecture as data: layers, domains, and what each may import. docs/architecture.md
 * explains it.
 */

export type Layer =
  | 'contract'
  | 'brand'
  | 'server'
  | 'web'
  | 'feature contract'
  | 'feature server'
  | 'feature view'
  | 'feature plain'
  | 'register'
  | 'test'
  | 'outside'

/**
 * The layer of a path relative to the project root, with forward slashes. Development scripts count
 * as tests.
 */
export function layerOf(path: string): Layer {
  if (/\.test\.tsx?$/.test(path) || toolFolder.test(path)) return 'test'
  if (!path.startsWith('src/')) return 'outside'
  if (path === 'src/brand.ts') return 'brand'
  if (path.startsWith('src/contract/')) return 'contract'
  if (path.startsWith('src/server/')) return 'server'
  if (path.startsWith('src/web/')) return 'web'
  if (!path.startsWith('src/features/')) return 'register'
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'contract.ts') return 'feature contract'
  if (name.endsWith('.server.ts')) return 'feature server'
  const plain = /\.(ts|json)$/
  if (plain.test(name) && !name.startsWith('use-')) return 'feature plain'
  return 'feature view'
}

const toolFolder = /^(test|e2e|bench|resilience|scripts)\//

/** From the lowest: a domain may import those before it. */
export const domains = [
  ...[
    'identity',
    'receipts',
    'content',
    'notifications',
    'inbox',
    'mail',
    'automations',
    'claims',
    'google',
    'clients',
    'leads',
    'chat',
    'booking',
    'site',
    'privacy',
  ],
  'admin',
]

/** The domain of a feature file, else null. */
export function domainOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** The part of a feature file, such as `leads/contact`, else null. */
export function partOf(path: string): string | null {
  return /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null
}

// `outside`: files next to the source that the bundler or Node resolves, such as package.json,
// drizzle/ and images.
const shared: Layer[] = ['contract', 'feature contract', 'feature plain', 'outside']
const everything: Layer[] = [
  ...shared,
  'server',
  'web',
  'feature server',
  'feature view',
  'register',
]

/** Imports allowed to each layer. A test may import anything; only tests may import tests. */
export const mayImport: Record<Layer, Layer[]> = {
  contract: ['contract'],
  brand: ['contract'],
  server: ['contract', 'server', 'outside'],
  web: ['contract', 'web', 'outside'],
  'feature contract': ['contract', 'feature contract'],
  'feature plain': ['contract', 'feature contract', 'feature plain'],
  'feature server': [...shared, 'server', 'feature server'],
  'feature view': [...shared, 'web', 'feature view'],
  register: everything,
  test: [...everything, 'brand', 'test'],
  outside: [...everything, 'brand', 'test'],
}

/** Everything else reads the live settings. */
export const mayReadBrand = new Set(['src/features/content/site-settings/defaults.ts'])

const serverPackages =
  /^(node:.*|fastify|@fastify\/.*|@node-rs\/.*|@electric-sql\/.*|@react-router\/node|drizzle-orm|pg|pino|ws|ioredis|rate-limiter-flexible|nodemailer|flydrive|busboy|google-auth-library|@googleapis\/.*)$/
const browserPackages =
  /^(react|react-dom|radix-ui|@radix-ui\/.*|@tanstack\/.*|lucide-react|react-hook-form|@hookform\/.*)$/

/** The package of a bare specifier: `react-dom/server` is `react-dom`. */
function packageOf(specifier: string): string {
  return specifier.startsWith('node:')
    ? specifier
    : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Whether a layer may import the npm package or Node module of a bare specifier. */
export function mayImportPackage(layer: Layer, specifier: string): boolean {
  const name = packageOf(specifier)
  switch (layer) {
    case 'contract':
    case 'brand':
    case 'feature contract':
      return name === 'zod'
    case 'feature plain':
      return !serverPackages.test(name) && !browserPackages.test(name)
    case 'server':
    case 'feature server':
      return !browserPackages.test(name)
    case 'web':
    case 'feature view':
      return !serverPackages.test(name)
    default:
      return true
  }
}
