import { expect, test } from 'vitest'
import { checkStructure, fullestFeature, longestFile, type SourceTree } from './structure-rules.ts'

const tidy: SourceTree = {
  'src/brand.ts': "export const brand = { name: 'Counterfoil' }",
  'src/main.ts': "import { createApp } from './server/app.ts'\ncreateApp(process.env)",
  'src/services.ts':
    "import { orders } from './features/orders/contract.ts'\nimport { orderService } from './features/orders/service.server.ts'\nexport const services = [[orders, orderService]]",
  'src/routes.ts': "export default [{ path: '/', file: 'features/orders/orders-page.tsx' }]",
  'src/contract/endpoint.ts': "import { z } from 'zod'\nexport const endpoint = z.string()",
  'src/server/config.ts': 'export const port = Number(process.env.PORT)',
  'src/server/http/app.ts':
    "import fastify from 'fastify'\nimport { brand } from '../brand.ts'\nimport { endpoint } from '../contract/endpoint.ts'\nimport { port } from './config.ts'\nexport const createApp = () => fastify({ brand, endpoint, port })",
  'src/web/inline-json.tsx':
    'export const InlineJson = () => <script dangerouslySetInnerHTML={{ __html: 1 }} />',
  'src/web/ui/button.tsx': "import { Slot } from 'radix-ui'\nexport const Button = Slot",
  'src/features/orders/contract.ts':
    "import { endpoint } from '../../contract/endpoint.ts'\nimport { goods } from '../goods/contract.ts'\nexport const orders = { endpoint, goods }",
  'src/features/orders/service.server.ts':
    "import { createHash } from 'node:crypto'\nimport { port } from '../../server/config.ts'\nimport { orders } from './contract.ts'\nexport const orderService = { createHash, port, orders }",
  'src/features/orders/orders-page.tsx':
    "import { Button } from '../../web/ui/button.tsx'\nimport type { Route } from './+types/orders-page'\nimport { useOrders } from './use-orders.ts'\nexport default (props: Route.ComponentProps) => <Button {...props}>{useOrders()}</Button>",
  'src/features/orders/use-orders.ts':
    "import { useQuery } from '@tanstack/react-query'\nimport { orders } from './contract.ts'\nexport const useOrders = () => useQuery(orders)",
  'src/features/orders/orders.test.ts':
    "import { openHouse } from '../../../test/house.ts'\nimport '../../main.ts'\nopenHouse()",
  'src/features/goods/contract.ts': 'export const goods = {}',
  'src/features/goods/frames.ts':
    "import { goods } from './contract.ts'\nexport const frames = goods",
  'src/features/goods/list.tsx': "import { frames } from './frames.ts'\nexport const List = frames",
  'test/test-app.ts':
    "import '../src/services.ts'\nexport const openHouse = () => process.env.HOME",
  'vite.config.ts': 'export default { mode: process.env.NODE_ENV }',
}

/** The breaches of the tidy house after `changes`, each as 'path:line rule'. */
function breaches(changes: SourceTree): string[] {
  return checkStructure({ ...tidy, ...changes }).map(
    ({ path, line, rule }) => `${path}:${line} ${rule}`,
  )
}

const lines = (...parts: string[]) => parts.join('\n')

test('a tidy house passes', () => {
  expect(checkStructure(tidy)).toEqual([])
})

test.each([
  ['the contract imports the server', 'src/contract/a.ts', '../server/app.ts'],
  ['the contract imports a feature', 'src/contract/a.ts', '../features/orders/contract.ts'],
  ['the brand imports the web', 'src/brand.ts', './web/ui/button.tsx'],
  ['the server imports the web', 'src/server/a.ts', '../web/ui/button.tsx'],
  ['the server imports a feature', 'src/server/a.ts', '../features/orders/service.server.ts'],
  ['the server imports the register', 'src/server/a.ts', '../services.ts'],
  ['the web imports the server', 'src/web/a.ts', '../server/config.ts'],
  ['the web imports a feature', 'src/web/a.ts', '../features/orders/contract.ts'],
  ['a contract imports the server', 'src/features/goods/contract.ts', '../../server/config.ts'],
  ['a contract imports a component', 'src/features/goods/contract.ts', './row.tsx'],
  ['a service imports the web', 'src/features/goods/a.server.ts', '../../web/ui/button.tsx'],
  ['a service imports a component', 'src/features/goods/a.server.ts', './list.tsx'],
  ['a service imports a hook', 'src/features/goods/a.server.ts', '../orders/use-orders.ts'],
  ['a component imports the server', 'src/features/goods/a.tsx', '../../server/config.ts'],
  ['a component imports a service', 'src/features/goods/a.tsx', '../orders/service.server.ts'],
  ['a hook imports a service', 'src/features/goods/use-a.ts', '../orders/service.server.ts'],
  ['a plain file imports the server', 'src/features/goods/a.ts', '../../server/config.ts'],
  ['a plain file imports a component', 'src/features/goods/a.ts', './list.tsx'],
  ['a feature imports the register', 'src/features/goods/a.tsx', '../../main.ts'],
  ['the product imports a test', 'src/main.ts', '../test/test-app.ts'],
])('wrong floor: %s', (_, path, specifier) => {
  expect(breaches({ [path]: `import '${specifier}'` })).toEqual([`${path}:1 wrong floor`])
})

test.each([
  ['src/contract/a.ts', 'react'],
  ['src/features/goods/contract.ts', 'node:fs'],
  ['src/features/goods/frames.ts', 'react'],
  ['src/server/a.ts', 'react-dom/server'],
  ['src/web/a.ts', 'node:fs'],
  ['src/features/goods/a.tsx', 'drizzle-orm/pg-core'],
  ['src/features/goods/a.server.ts', '@tanstack/react-query'],
])('wrong package: %s imports %s', (path, specifier) => {
  expect(breaches({ [path]: `export * from '${specifier}'` })).toEqual([`${path}:1 wrong package`])
})

test('types and dynamic imports are imports', () => {
  const path = 'src/features/goods/list.tsx'
  const text = lines(
    "import type { Port } from '../../server/config.ts'",
    "const load = () => import('../../server/app.ts')",
  )
  expect(breaches({ [path]: text })).toEqual([`${path}:1 wrong floor`, `${path}:2 wrong floor`])
})

test('circles of contracts, of servers and of components are found', () => {
  for (const [kind, left, right] of [
    ['contracts', 'contract.ts', 'frames.ts'],
    ['servers', 'a.server.ts', 'b.server.ts'],
    ['components', 'a.tsx', 'b.tsx'],
  ]) {
    const there = `src/features/goods/${left}`
    const back = `src/features/orders/${right}`
    const house = {
      [there]: `import '../orders/${left}'`,
      [back]: `import '../goods/${right}'`,
      [`src/features/orders/${left}`]: '',
      [`src/features/goods/${right}`]: '',
    }
    expect(breaches(house)).toEqual([`${there}:1 circle of ${kind}`])
  }
})

test('a circle of files is found once', () => {
  const house = {
    'src/web/a.ts': "import './b.ts'",
    'src/web/b.ts': "\nimport './c.ts'",
    'src/web/c.ts': "import './a.ts'",
  }
  expect(breaches(house)).toEqual(['src/web/a.ts:1 circle of files'])
})

test.each([
  ['src/web/DataTable.tsx', 'kebab-case'],
  ['src/web/data_table/row.tsx', 'kebab-case'],
  ['src/web/date-utils.ts', 'forbidden word'],
  ['src/web/lib/date.ts', 'forbidden word'],
  ['scripts/error-handler.ts', 'forbidden word'],
  ['src/web/index.ts', 'no index'],
  ['src/features/orders/parts/row.tsx', 'flat feature'],
  ['src/features/row.tsx', 'flat feature'],
  ['src/web/old.js', 'TypeScript only'],
  ['src/server/mail.tsx', 'no tsx here'],
])('bad name: %s', (path, rule) => {
  expect(breaches({ [path]: '' })).toEqual([`${path}:1 ${rule}`])
})

test('a file of 301 lines is too long, one of 300 is not', () => {
  const long = 'a {}\n'.repeat(longestFile)
  expect(breaches({ 'src/web/styles.css': long })).toEqual([])
  expect(breaches({ 'src/web/styles.css': `${long}b {}` })).toEqual([
    `src/web/styles.css:${longestFile + 1} too long`,
  ])
})

test('a feature has room for a limited number of files, tests not counted', () => {
  const files = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`src/features/shelves/part-${at}.tsx`, '']),
    )
  const full = { ...files(fullestFeature), 'src/features/shelves/shelves.test.ts': '' }
  expect(breaches(full)).toEqual([])
  expect(breaches(files(fullestFeature + 1))).toEqual(['src/features/shelves:1 full feature'])
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
  expect(breaches({ [path]: text })).toEqual([`${path}:${line} ${rule}`])
})

test('words in comments and strings break no rule', () => {
  const text = lines(
    '// process.env, export default and dangerouslySetInnerHTML are not for here',
    "export const warning = 'never read process.env, never export default'",
  )
  expect(breaches({ 'src/server/a.ts': text })).toEqual([])
})
