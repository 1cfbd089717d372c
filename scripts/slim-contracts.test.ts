import { build, parseAst, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { halfOfContract, slimContracts, withoutSchemas } from './slim-contracts.ts'

const parse = (code: string) => parseAst(code) as never

test('an endpoint keeps its call and loses its schemas, wherever they stand', () => {
  const code = `import { z } from 'zod'
export const New = z.object({ input: z.string() }).strict()
export const shelf = contract('shelf', {
  list: { call: 'GET /books', access: 'public', input: z.object({ input: z.string() }), output: z.array(New), summary: 'All' },
  create: { input: New, output: New, call: 'POST /books', access: 'admin', status: 201 },
})`
  const slim = withoutSchemas(code, parse)
  expect(slim).toContain(
    `export const New = /* @__PURE__ */ z.object({ input: /* @__PURE__ */ z.string() }).strict()`,
  )
  expect(slim).toMatch(/list: \{ call: 'GET \/books', access: 'public',\s*\}/)
  expect(slim).toMatch(/create: \{\s*call: 'POST \/books', access: 'admin', status: 201 \}/)
  expect(() => parseAst(slim)).not.toThrow()
})

test('functions called by a refinement are kept', () => {
  const code = `export const Half = z.number().transform((n, context) => { context.addIssue('odd') })`
  expect(withoutSchemas(code, parse)).toBe(code.replace('z.number()', '/* @__PURE__ */ z.number()'))
})

test('other calls are left as they are', () => {
  const code = `const x = 1\nregister('a', { b: { input: 2 } })`
  expect(withoutSchemas(code, parse)).toBe(code)
})

const contractOfBooks = `import { z } from 'zod'
export const most = 5
const access = z.string()
export const New = z.object({ title: z.string() })
export const books = contract('books', { create: { call: 'POST /books', access: 'admin' } })`

test('endpoints and schemas part, and the endpoints name what they left', () => {
  const endpoints = halfOfContract(contractOfBooks, 'endpoints', parse)
  expect(endpoints).toContain("contract('books'")
  expect(endpoints).not.toContain('z.object')
  expect(endpoints).toContain("export { most, New } from './contract.ts?schemas'")
  const schemas = halfOfContract(contractOfBooks, 'schemas', parse)
  expect(schemas).toContain('z.object')
  expect(schemas).toContain('most = 5')
  expect(schemas).not.toContain('contract(')
})

test('endpoints that need something of the rest keep it beside them', () => {
  const code = contractOfBooks.replace("access: 'admin'", "access: 'admin', most")
  expect(halfOfContract(code, 'endpoints', parse)).toBe(code)
  expect(halfOfContract(code, 'schemas', parse)).toBe("export * from './contract.ts'")
})

/** Bundles modules given by name; the first is the entry. */
async function bundled(modules: Record<string, string>): Promise<string> {
  const [input = ''] = Object.keys(modules)
  const files = {
    name: 'files',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id in modules ? id : null),
    load: (id: string) => modules[id],
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [files, slimContracts()],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input } },
  })
  return (built as Rollup.RollupOutput).output[0].code
}

test.each(['/src/contract/names.ts', '/src/features/shelf/books/contract.ts'])(
  'a page that wants nothing of %s loads none of what it is made of',
  async (path) => {
    const code = await bundled({
      '/page.ts': `import '${path}'\nconsole.log('page')`,
      [path]: `import './zod.ts'\nexport const Name = load()`,
      './zod.ts': `console.log('zod')`,
    })
    expect(code).toContain('console.log("page")')
    expect(code).not.toContain('zod')
  },
)
