import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('every file that it names exists', () => {
  const named = [...page.matchAll(/`((?:src|test|e2e|scripts|proofs|docs)\/[\w./-]+\.\w+)`/g)]
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))
  expect(named.length).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

test('every case is there once', () => {
  const cases = [...page.matchAll(/^\| ([PSACMINUVWGRKT]\d\d) \|/gm)].map(([, name]) => name)
  expect(new Set(cases).size).toBe(cases.length)
  expect(cases).toHaveLength(121)
})
