import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameColours } from '../ui/theme.ts'
import { contrast, type Rgb, readTokens, toHex } from './oklch.ts'

const folder = new URL('./', import.meta.url)
const tokens = readTokens(readFileSync(new URL('tokens.css', folder), 'utf8'))
const themes = ['light', 'dark'] as const

function ratio(theme: (typeof themes)[number], over: string, under: string): number {
  return contrast(colour(theme, over), colour(theme, under))
}

function colour(theme: (typeof themes)[number], name: string): Rgb {
  const found = tokens[theme].get(name)
  if (!found) throw new Error(`tokens.css has no colour --${name} in the ${theme} theme`)
  return found
}

const grounds = ['bg', 'surface', 'sunk', 'ledger']
const softGrounds = ['canary-soft', 'rose-soft', 'danger-soft', 'carbon-soft', 'primary-soft']

// [text, ground]: 4.5:1, WCAG 2.2 success criterion 1.4.3.
const texts = [
  ...['ink', 'ink-2', 'ink-3', 'link'].flatMap((text) => grounds.map((g) => [text, g] as const)),
  ...softGrounds.map((ground) => ['ink', ground] as const),
  ...softGrounds.map((ground) => ['ink-2', ground] as const),
  ...['canary', 'rose', 'danger', 'carbon'].flatMap((hue) =>
    ['bg', 'surface', `${hue}-soft`].map((ground) => [`${hue}-text`, ground] as const),
  ),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary-soft', 'primary-soft'],
  ['on-canary', 'canary'],
  ['on-rose', 'rose'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['bg', 'ink'],
  ['paper-ink', 'paper'],
  ['paper-ink-2', 'paper'],
] as const

// [mark, ground]: 3:1, success criterion 1.4.11 (borders of controls, bars, icons, rails).
const marks = [
  ...['edge', 'primary', 'danger', 'carbon'].flatMap((mark) =>
    grounds.map((ground) => [mark, ground] as const),
  ),
  ['paper-ink', 'canary'],
  ['paper-ink', 'rose'],
  ['paper-ink', 'paper'],
  ['paper-ink', 'paper-fold'],
] as const

// Backgrounds of focus rings: at least one of the two rings must reach 3:1.
const ringed = [
  ...grounds,
  ...softGrounds,
  'primary',
  'primary-hover',
  'danger',
  'danger-hover',
  'carbon',
  'canary',
  'rose',
  'ink',
  'paper',
]

test.each(themes)('text reaches 4.5:1 on every ground it is set on (%s)', (theme) => {
  expect(tooWeak(theme, texts, 4.5)).toEqual([])
})

test.each(themes)('control borders and marks reach 3:1 (%s)', (theme) => {
  expect(tooWeak(theme, marks, 3)).toEqual([])
})

test.each(themes)('one of the two focus rings reaches 3:1 on every fill (%s)', (theme) => {
  const weak = ringed.filter(
    (fill) => Math.max(ratio(theme, 'focus-a', fill), ratio(theme, 'focus-b', fill)) < 3,
  )
  expect(weak).toEqual([])
  expect(ratio(theme, 'focus-a', 'focus-b')).toBeGreaterThan(3)
})

test('both themes define the same tokens', () => {
  expect([...tokens.dark.keys()].sort()).toEqual([...tokens.light.keys()].sort())
})

test.each(themes)('the browser frame has the colour of the page (%s)', (theme) => {
  expect(frameColours[theme]).toBe(toHex(colour(theme, 'bg')))
})

test('no other style sheet contains a colour of its own', () => {
  const literal = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\(/i
  const guilty = readdirSync(folder)
    .filter((name) => name.endsWith('.css') && name !== 'tokens.css')
    .filter((name) => literal.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(guilty).toEqual([])
})

test('the colour arithmetic agrees with known values', () => {
  const sample = readTokens(
    ':root{--a:oklch(0.628 0.2577 29.23);--w:oklch(1 0 0);--k:oklch(0 0 0)}',
  )
  const { light } = sample
  expect(toHex(light.get('a') ?? [0, 0, 0])).toBe('#ff0000')
  expect(contrast(light.get('w') ?? [0, 0, 0], light.get('k') ?? [0, 0, 0])).toBeCloseTo(21, 5)
})

function tooWeak(
  theme: (typeof themes)[number],
  pairs: readonly (readonly [string, string])[],
  minimum: number,
): string[] {
  return pairs
    .filter(([over, under]) => ratio(theme, over, under) < minimum)
    .map(([over, under]) => `${over} on ${under}: ${ratio(theme, over, under).toFixed(2)}`)
}
