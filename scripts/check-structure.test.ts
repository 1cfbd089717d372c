import { expect, test } from 'vitest'
import { checkStructure, type SourceTree } from './structure-rules.ts'

const sound: SourceTree = {
  'src/brand.ts': "export const brand = { name: 'Counterfoil' }",
  'src/main.ts': "import { createApp } from './server/app.ts'\ncreateApp(process.env)",
  'src/services.ts':
    "import { orders } from './features/clients/orders/contract.ts'\nimport { orderService } from './features/clients/orders/service.server.ts'\nexport const services = [[orders, orderService]]",
  'src/routes.ts':
    "export default [{ path: '/', file: 'features/clients/orders/orders-page.tsx' }]",
  'src/contract/endpoint.ts': "import { z } from 'zod'\nexport const endpoint = z.string()",
  'src/server/config.ts': 'export const port = Number(process.env.PORT)',
  'src/server/http/app.ts':
    "import fastify from 'fastify'\nimport { endpoint } from '../contract/endpoint.ts'\nimport { port } from './config.ts'\nexport const createApp = () => fastify({ endpoint, port })",
  'src/web/inline-json.tsx':
    'export const InlineJson = () => <script dangerouslySetInnerHTML={{ __html: 1 }} />',
  'src/web/ui/button.tsx': "import { Slot } from 'radix-ui'\nexport const Button = Slot",
  'src/features/clients/orders/contract.ts':
    "import { endpoint } from '../../../contract/endpoint.ts'\nimport { goods } from '../../identity/goods/contract.ts'\nexport const orders = { endpoint, goods }",
  'src/features/clients/orders/service.server.ts':
    "import { createHash } from 'node:crypto'\nimport { port } from '../../../server/config.ts'\nimport { orders } from './contract.ts'\nexport const orderService = { createHash, port, orders }",
  'src/features/clients/orders/orders-page.tsx':
    "import { Button } from '../../../web/ui/button.tsx'\nimport type { Route } from './+types/orders-page'\nimport { useOrders } from './use-orders.ts'\nexport default (props: Route.ComponentProps) => <Button {...props}>{useOrders()}</Button>",
  'src/features/clients/orders/use-orders.ts':
    "import { useQuery } from '@tanstack/react-query'\nimport { orders } from './contract.ts'\nexport const useOrders = () => useQuery(orders)",
  'src/features/clients/orders/orders.test.ts':
    "import { openHouse } from '../../../test/app.ts'\nimport '../../../main.ts'\nopenHouse()",
  'src/features/identity/goods/contract.ts': 'export const goods = {}',
  'src/features/identity/goods/frames.ts':
    "import { goods } from './contract.ts'\nexport const frames = goods",
  'src/features/identity/goods/list.tsx':
    "import { frames } from './frames.ts'\nexport const List = frames",
  'src/features/clients/README.md': 'Clients: `orders`.',
  'src/features/identity/README.md': 'Identity: `goods`.',
  'test/test-app.ts':
    "import '../src/services.ts'\nexport const openHouse = () => process.env.HOME",
  'vite.config.ts': 'export default { mode: process.env.NODE_ENV }',
}

/** The violations after `changes` to a valid tree, each as 'path:line rule'. */
function violations(changes: SourceTree): string[] {
  return checkStructure({ ...sound, ...changes }).map(
    ({ path, line, rule }) => `${path}:${line} ${rule}`,
  )
}

const lines = (...parts: string[]) => parts.join('\n')

test('a sound tree passes', () => {
  expect(checkStructure(sound)).toEqual([])
})

test.each([
  ['the contract imports the server', 'src/contract/a.ts', '../server/app.ts'],
  ['the contract imports a feature', 'src/contract/a.ts', '../features/clients/orders/contract.ts'],
  ['the brand imports the web', 'src/brand.ts', './web/ui/button.tsx'],
  ['the server imports the web', 'src/server/a.ts', '../web/ui/button.tsx'],
  [
    'the server imports a feature',
    'src/server/a.ts',
    '../features/clients/orders/service.server.ts',
  ],
  ['the server imports the register', 'src/server/a.ts', '../services.ts'],
  ['the web imports the server', 'src/web/a.ts', '../server/config.ts'],
  ['the web imports a feature', 'src/web/a.ts', '../features/clients/orders/contract.ts'],
  [
    'a contract imports the server',
    'src/features/identity/goods/contract.ts',
    '../../../server/config.ts',
  ],
  ['a contract imports a component', 'src/features/identity/goods/contract.ts', './row.tsx'],
  [
    'a service imports the web',
    'src/features/identity/goods/a.server.ts',
    '../../../web/ui/button.tsx',
  ],
  ['a service imports a component', 'src/features/identity/goods/a.server.ts', './list.tsx'],
  [
    'a service imports a hook',
    'src/features/identity/goods/a.server.ts',
    '../../clients/orders/use-orders.ts',
  ],
  [
    'a component imports the server',
    'src/features/identity/goods/a.tsx',
    '../../../server/config.ts',
  ],
  [
    'a component imports a service',
    'src/features/identity/goods/a.tsx',
    '../../clients/orders/service.server.ts',
  ],
  [
    'a hook imports a service',
    'src/features/identity/goods/use-a.ts',
    '../../clients/orders/service.server.ts',
  ],
  [
    'a plain file imports the server',
    'src/features/identity/goods/a.ts',
    '../../../server/config.ts',
  ],
  ['a plain file imports a component', 'src/features/identity/goods/a.ts', './list.tsx'],
  ['a feature imports the register', 'src/features/identity/goods/a.tsx', '../../../main.ts'],
  ['the product imports a test', 'src/main.ts', '../test/test-app.ts'],
])('wrong layer: %s', (_, path, specifier) => {
  expect(violations({ [path]: `import '${specifier}'` })).toEqual([`${path}:1 wrong layer`])
})

test.each([
  ['src/contract/a.ts', 'react'],
  ['src/features/identity/goods/contract.ts', 'node:fs'],
  ['src/features/identity/goods/frames.ts', 'react'],
  ['src/server/a.ts', 'react-dom/server'],
  ['src/web/a.ts', 'node:fs'],
  ['src/features/identity/goods/a.tsx', 'drizzle-orm/pg-core'],
  ['src/features/identity/goods/a.server.ts', '@tanstack/react-query'],
])('wrong package: %s imports %s', (path, specifier) => {
  expect(violations({ [path]: `export * from '${specifier}'` })).toEqual([
    `${path}:1 wrong package`,
  ])
})

test('types and dynamic imports are imports', () => {
  const path = 'src/features/identity/goods/list.tsx'
  const text = lines(
    "import type { Port } from '../../../server/config.ts'",
    "const load = () => import('../../../server/app.ts')",
  )
  expect(violations({ [path]: text })).toEqual([`${path}:1 wrong layer`, `${path}:2 wrong layer`])
})

test('mail is sent by src/server/mail alone', () => {
  const text = "const { createTransport } = await import('nodemailer')"
  expect(violations({ 'src/server/mail/transport.ts': text })).toEqual([])
  expect(violations({ 'src/server/jobs/send.ts': text })).toEqual([
    'src/server/jobs/send.ts:1 mail',
  ])
  const inner = "import Connection from 'nodemailer/lib/smtp-connection'"
  expect(violations({ 'scripts/doctor.ts': inner })).toEqual(['scripts/doctor.ts:1 mail'])
})

test('a domain may import those before it, and none after it', () => {
  const path = 'src/features/identity/goods/contract.ts'
  const text = "import '../../clients/orders/contract.ts'"
  const order = { [path]: text, 'src/features/clients/orders/contract.ts': '' }
  expect(violations(order)).toEqual([`${path}:1 wrong domain`])
})

test('a domain has its place in the order, and a README of at most 25 lines that names its parts', () => {
  const path = 'src/features/weather/wind/contract.ts'
  const readme = 'src/features/weather/README.md'
  expect(violations({ [path]: '', [readme]: '`wind`' })).toEqual([`${path}:1 unknown domain`])
  expect(violations({ 'src/features/clients/README.md': '`orders`\n'.repeat(25) })).toEqual([])
  for (const text of ['Clients.', '`orders`\n'.repeat(26)]) {
    expect(violations({ 'src/features/clients/README.md': text })).toEqual([
      'src/features/clients/README.md:1 domain README',
    ])
  }
})

test('a cycle of files is found once', () => {
  const tree = {
    'src/web/a.ts': "import './b.ts'",
    'src/web/b.ts': "\nimport './c.ts'",
    'src/web/c.ts': "import './a.ts'",
  }
  expect(violations(tree)).toEqual(['src/web/a.ts:1 import cycle'])
})

test.each([
  ['src/web/DataTable.tsx', 'kebab-case'],
  ['src/web/data_table/row.tsx', 'kebab-case'],
  ['src/web/date-utils.ts', 'forbidden word'],
  ['src/web/lib/date.ts', 'forbidden word'],
  ['scripts/error-handler.ts', 'forbidden word'],
  ['src/web/index.ts', 'no index'],
  ['src/features/clients/orders/rows/row.tsx', 'two levels'],
  ['src/features/clients/row.tsx', 'two levels'],
  ['src/web/old.js', 'TypeScript only'],
  ['src/server/mail.tsx', 'no tsx here'],
])('bad name: %s', (path, rule) => {
  expect(violations({ [path]: '' })).toEqual([`${path}:1 ${rule}`])
})

test.each([
  ['default export', 'src/web/a.tsx', 'export default 1'],
  ['default export', 'src/web/a.tsx', 'const a = 1\nexport { a as default }'],
  ['raw HTML', 'src/web/a.tsx', 'export const A = <p dangerouslySetInnerHTML={{}} />'],
  ['environment', 'src/server/a.ts', 'export const a = process.env.PORT'],
  ['environment', 'src/server/a.ts', 'const { env } = process'],
  ['literal brand', 'src/web/a.tsx', 'export const A = <p>Counterfoil</p>'],
])('%s: %s with %j', (rule, path, text) => {
  const line = text.split('\n').length
  expect(violations({ [path]: text })).toEqual([`${path}:${line} ${rule}`])
})

test('nothing but the defaults of the settings and tests reads the brand file', () => {
  const readers = {
    'src/server/a.ts': '../brand.ts',
    'src/web/a.tsx': '../brand.ts',
    'src/entry.ts': './brand.ts',
    'src/features/clients/orders/a.server.ts': '../../../brand.ts',
    'src/features/clients/orders/a.tsx': '../../../brand.ts',
    'src/features/clients/orders/b.ts': '../../../brand.ts',
  }
  for (const [path, brand] of Object.entries(readers)) {
    expect(violations({ [path]: `import '${brand}'` })).toEqual([`${path}:1 defaults`])
  }
  const allowed = {
    'src/features/content/site-settings/defaults.ts': "import '../../../brand.ts'",
    'src/features/content/README.md': '`site-settings`',
    'src/features/clients/orders/orders.test.ts': "import '../../../brand.ts'",
    'scripts/pictures.ts': "import '../src/brand.ts'",
  }
  expect(violations(allowed)).toEqual([])
})

test('words in comments and strings break no rule', () => {
  const text = lines(
    '// process.env, export default and dangerouslySetInnerHTML are not for here',
    "export const warning = 'never read process.env, never export default'",
  )
  expect(violations({ 'src/server/a.ts': text })).toEqual([])
})
