import { expect, test } from 'vitest'
import { findImports, readSource } from './scan-source.ts'

const specifiers = (text: string) => findImports(readSource(text)).map(({ specifier }) => specifier)

test('finds every form of import with its line', () => {
  const text = [
    "import './side-effect.ts'",
    "import one from 'one'",
    "import type { Two } from '../two.ts'",
    'import {',
    '  three,',
    '  type Four,',
    '} from "three"',
    "export { five } from './five.ts'",
    "export * from './six.ts'",
    "export type * as seven from './seven.ts'",
    "const eight = () => import('./eight.ts')",
    'const nine = await import(`./nine.ts`)',
  ].join('\n')
  expect(findImports(readSource(text))).toEqual([
    { specifier: './side-effect.ts', line: 1 },
    { specifier: 'one', line: 2 },
    { specifier: '../two.ts', line: 3 },
    { specifier: 'three', line: 4 },
    { specifier: './five.ts', line: 8 },
    { specifier: './six.ts', line: 9 },
    { specifier: './seven.ts', line: 10 },
    { specifier: './eight.ts', line: 11 },
    { specifier: './nine.ts', line: 12 },
  ])
})

test('does not take comments, strings or look-alikes for imports', () => {
  const text = [
    "// import a from 'a'",
    "/* import b from 'b' */",
    'const c = "import c from \'c\'"',
    "const d = `import d from 'd' $" + "{`import('e')`} import('f')`",
    'const g = import.meta.url',
    "registry.import('h')",
    "export const i = from('i')",
    'const from = /[\'"]/.test(i)',
    "import real from 'real'",
  ].join('\n')
  expect(specifiers(text)).toEqual(['real'])
})

test('survives apostrophes, addresses and slashes in JSX text', () => {
  const text = [
    "export const A = () => <p>Don't say https://it's.example / or else</p>",
    'export const B = () => <C {...props} />',
    "const lazy = import('./lazy.tsx')",
  ].join('\n')
  expect(specifiers(text)).toEqual(['./lazy.tsx'])
})

test('keeps every offset, also beside characters of two code units', () => {
  const text = "const face = '😀' // 😀 note\nimport x from 'x'"
  const source = readSource(text)
  expect(source.code.length).toBe(text.length)
  expect(source.bare.length).toBe(text.length)
  expect(source.code).toContain("'😀'")
  expect(source.bare).not.toContain('😀')
  expect(findImports(source)).toEqual([{ specifier: 'x', line: 2 }])
})
