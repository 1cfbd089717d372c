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

test('every case and every requirement is there once', () => {
  const cases = [...page.matchAll(/^\| ([PSACMINUVWGRKT]\d\d) \|/gm)].map(([, name]) => name)
  expect(new Set(cases).size).toBe(cases.length)
  expect(cases).toHaveLength(121)
  const requirements = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \|/gm)]
  expect(new Set(requirements.map(([, number]) => number)).size).toBe(253)
  expect(requirements.filter(([, , level]) => level === '1')).toHaveLength(70)
  const states = ['met', 'not met', 'not applicable']
  for (const [at, level] of ['1', '2'].entries()) {
    const counts = states.map((state) => {
      const row = new RegExp(
        `^\\| \\d+\\.\\d+\\.\\d+ \\| ${level} \\| [^|]+ \\| ${state} \\|`,
        'gm',
      )
      return [...page.matchAll(row)].length
    })
    const summary = new RegExp(
      `^\\| ${level} \\| ${[70, 183][at]} \\| ${counts.join(' \\| ')} \\|`,
      'm',
    )
    expect(page).toMatch(summary)
  }
  // Every requirement marked as met must name its evidence.
  expect([...page.matchAll(/\| met \| {2}\|/g)]).toEqual([])
})
