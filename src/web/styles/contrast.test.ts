import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastPairs, ringedGrounds } from '#features/content/appearance/tokens.ts'
import { contrast, type Rgb, readTokens, toHex } from '#test/harness/oklch.ts'
import { frameColors } from '../ui/theme.ts'

const folder = new URL('./', import.meta.url)
const tokens = readTokens(readFileSync(new URL('tokens.css', folder), 'utf8'))
const themes = ['light', 'dark'] as const

function ratio(theme: (typeof themes)[number], over: string, under: string): number {
  return contrast(color(theme, over), color(theme, under))
}

function color(theme: (typeof themes)[number], name: string): Rgb {
  const found = tokens[theme].get(name)
  if (!found) throw new Error(`tokens.css has no color --${name} in the ${theme} theme`)
  return found
}

test.each(themes)(
  'texts reach 4.5:1 and marks 3:1 on every ground they are set on (%s)',
  (theme) => {
    const weak = contrastPairs
      .filter(({ over, under, minimum }) => ratio(theme, over, under) < minimum)
      .map(({ over, under }) => `${over} on ${under}: ${ratio(theme, over, under).toFixed(2)}`)
    expect(weak).toEqual([])
    expect(contrastPairs.length).toBe(68)
  },
)

test.each(themes)('one of the two focus rings reaches 3:1 on every fill (%s)', (theme) => {
  const weak = ringedGrounds.filter(
    (fill) => Math.max(ratio(theme, 'focus-a', fill), ratio(theme, 'focus-b', fill)) < 3,
  )
  expect(weak).toEqual([])
  expect(ratio(theme, 'focus-a', 'focus-b')).toBeGreaterThan(3)
})

test('both themes define the same tokens', () => {
  expect([...tokens.dark.keys()].sort()).toEqual([...tokens.light.keys()].sort())
})

test.each(themes)('the browser frame has the color of the page (%s)', (theme) => {
  expect(frameColors[theme]).toBe(toHex(color(theme, 'bg')))
})

test('no other style sheet contains a color of its own', () => {
  const literal = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\(/i
  const guilty = readdirSync(folder)
    .filter((name) => name.endsWith('.css') && name !== 'tokens.css')
    .filter((name) => literal.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(guilty).toEqual([])
})

test('the color arithmetic agrees with known values', () => {
  const sample = readTokens(
    ':root{--a:oklch(0.628 0.2577 29.23);--w:oklch(1 0 0);--k:oklch(0 0 0)}',
  )
  const { light } = sample
  expect(toHex(light.get('a') ?? [0, 0, 0])).toBe('#ff0000')
  expect(contrast(light.get('w') ?? [0, 0, 0], light.get('k') ?? [0, 0, 0])).toBeCloseTo(21, 5)
})
