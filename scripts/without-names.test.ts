import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutNameCalls } from './without-names.ts'

test('calls that name functions go, and what they named stays', () => {
  const code = [
    'var __defProp = Object.defineProperty;',
    'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });',
    'function one() { return 1 }',
    '__name(one, "one");',
    'var two = /* @__PURE__ */ __name(() => one() + 1, "two");',
    'return { sum: one() + two(), name: one.name }',
  ].join('\n')
  const run = new Function(withoutNameCalls(code)) as () => object
  expect(run()).toEqual({ sum: 3, name: 'one' })
  expect(withoutNameCalls(code)).not.toMatch(/defProp\(|"one"/)
})

test('the packages are still built with these calls', () => {
  const menu = 'node_modules/@radix-ui/react-menu/dist/index.mjs'
  const code = readFileSync(join(import.meta.dirname, '..', menu), 'utf8')
  expect(withoutNameCalls(code).length).toBeLessThan(code.length)
  expect(withoutNameCalls(code)).toContain('const __name = (named) => named;')
})
