import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast as measure, readTokens, toHex as reference } from '#test/harness/oklch.ts'
import { type ChosenColors, colorsFor, minDistance, stylesOf } from './colors.ts'
import { contrast, distance, fromHex, toHex } from './oklch.ts'
import { contrastPairs, defaultTokens, ringedGrounds, themes } from './tokens.ts'

const none: ChosenColors = { primary: null, machine: null, human: null, inkHue: null }

const css = readFileSync(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8')

test('the table of tokens is that of the style sheet', () => {
  const written = readTokens(css)
  for (const theme of themes) {
    const own = [...defaultTokens[theme]].map(([name, token]) => [name, toHex(token)])
    const sheet = [...written[theme]].map(([name, rgb]) => [name, reference(rgb)])
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(sheet))
  }
})

test('colors go to OKLCH and back; contrast is that of another arithmetic', () => {
  for (const hex of ['#000000', '#ffffff', '#6cc24a', '#2e7d32', '#0b1f4b', '#ff00ff']) {
    expect(toHex(fromHex(hex))).toBe(hex)
  }
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  const green = [0x2e / 255, 0x7d / 255, 0x32 / 255] as [number, number, number]
  expect(contrast('#2e7d32', '#ffffff')).toBeCloseTo(measure(green, [1, 1, 1]), 10)
})

test('the defaults change nothing and add no byte', () => {
  expect(colorsFor(none)).toMatchObject({ adjusted: [], failures: [] })
  expect(stylesOf(none)).toBe('')
})

test('a bright green is darkened for button labels, and the sentence says so', () => {
  const { light, adjusted, failures } = colorsFor({ ...none, primary: '#6cc24a' })
  expect(failures).toEqual([])
  const [darkened] = adjusted.filter(({ token }) => token === 'primary')
  expect(darkened).toMatchObject({ from: '#6cc24a', to: light.primary })
  const to = light.primary?.toUpperCase()
  const ratio = contrast(light.primary ?? '', light['on-primary'] ?? '').toFixed(1)
  expect(darkened?.reason).toBe(
    `Darkened from #6CC24A to ${to} in the light theme so that button labels stay readable: ${ratio}:1`,
  )
  expect(Math.abs(fromHex(light.primary ?? '').h - fromHex('#6cc24a').h)).toBeLessThan(3)
})

test('a color that suits the theme is used as it is', () => {
  const { light, adjusted } = colorsFor({ ...none, primary: '#1f5fa8' })
  expect(light.primary).toBe('#1f5fa8')
  expect(adjusted.filter(({ reason }) => reason.includes('light theme'))).toEqual([])
})

test('workflow and person of the same color are a failure in both themes', () => {
  const { failures } = colorsFor({ ...none, machine: '#ffd400', human: '#ffd700' })
  const named = failures.map(({ theme, over, under, minimum }) => [theme, over, under, minimum])
  expect(named).toEqual(themes.map((theme) => [theme, 'machine', 'human', minDistance]))
})

test('only what differs is in the style, and it weighs more than the sheet', () => {
  const style = stylesOf({ ...none, primary: '#1f5fa8' })
  expect(style).toMatch(/^html:root\{--primary:#1f5fa8;.*\}html\.dark\{--primary:#[\da-f]{6};.*\}$/)
  expect(style).not.toMatch(/canary|rose|--ink|--bg|focus/)
  const ink = stylesOf({ ...none, inkHue: 250 })
  expect(ink).toMatch(/@media screen\{html:root\{.*--ink:/)
  expect(ink.split('@media')[0]).not.toMatch(/--bg|--surface/)
})

/** Mulberry32, a seeded generator, so that a failure can be reproduced. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('of 2,000 random choices all but those of two like colors keep every minimum', () => {
  const random = randomFrom(20_261_123)
  const channel = () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0')
  const color = () => (random() < 0.2 ? null : `#${channel()}${channel()}${channel()}`)
  let accepted = 0
  for (let run = 0; run < 2_000; run += 1) {
    const inkHue = random() < 0.3 ? null : Math.floor(random() * 360)
    const chosen = { primary: color(), machine: color(), human: color(), inkHue }
    const result = colorsFor(chosen)
    const unexpected = result.failures.filter(({ over }) => over !== 'machine')
    if (unexpected.length > 0) expect({ chosen, unexpected }).toEqual({ chosen, unexpected: [] })
    if (result.failures.length > 0) continue
    accepted += 1
    for (const theme of themes) {
      const colorOf = (name: string) => result[theme][name] ?? ''
      const weak = contrastPairs.filter(
        ({ over, under, minimum }) => contrast(colorOf(over), colorOf(under)) < minimum,
      )
      const dim = ringedGrounds.filter(
        (ground) =>
          Math.max(
            contrast(colorOf('focus-a'), colorOf(ground)),
            contrast(colorOf('focus-b'), colorOf(ground)),
          ) < 3,
      )
      if (
        weak.length + dim.length > 0 ||
        distance(colorOf('canary'), colorOf('rose')) < minDistance
      ) {
        expect({ chosen, weak, dim }).toEqual({ chosen, weak: [], dim: [] })
      }
    }
  }
  expect(accepted).toBeGreaterThan(1_000)
})
