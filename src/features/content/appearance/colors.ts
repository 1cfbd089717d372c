import {
  contrast,
  distance,
  distanceForColorBlind,
  fromHex,
  type Hex,
  type Oklch,
  toHex,
} from './oklch.ts'
import {
  contrastPairs,
  defaultTokens,
  type Family,
  families,
  mainOf,
  ringedGrounds,
  type Theme,
  type Tokens,
  themes,
} from './tokens.ts'

/** Null stands for the default. */
export type ChosenColors = {
  primary: Hex | null
  machine: Hex | null
  human: Hex | null
  /** In degrees. */
  inkHue: number | null
}

type Adjustment = { token: string; from: Hex; to: Hex; reason: string }
type WeakPair = { theme: Theme; over: string; under: string; ratio: number; minimum: number }

type Colors = Record<Theme, Record<string, Hex>> & {
  adjusted: Adjustment[]
  failures: WeakPair[]
}

/** Maximum distance of a chosen lightness from the default, and of later moves for contrast. */
const reach = 0.15

const step = 0.005

/**
 * Maximum factor by which a vivid choice raises the chroma of the other colors in its family. Soft
 * backgrounds would otherwise be garish.
 */
const maxChroma = 2

/** Minimum OKLab distance between the colors of the workflow and of persons. */
export const minDistance = 0.1

/** Hue of the default neutral colors. */
const defaultInkHue = 165

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

const tokenOf = (tokens: Tokens, name: string): Oklch => tokens.get(name) ?? { l: 0, c: 0, h: 0 }

function deriveFamily(theme: Theme, family: Family, chosen: Hex): [string, Oklch][] {
  const { l, c, h } = fromHex(chosen)
  const usual = defaultTokens[theme]
  const main = tokenOf(usual, mainOf(family))
  const scale = c / tokenOf(defaultTokens.light, mainOf(family)).c
  // Darker colors in the light theme and lighter ones in the dark theme are no problem for
  // contrast.
  const lightness =
    theme === 'light' && family === 'primary'
      ? clamp(l, 0.2, main.l + reach)
      : clamp(l, main.l - reach, 0.97)
  return families[family].map((name) => {
    const token = tokenOf(usual, name)
    if (name === mainOf(family)) return [name, { l: lightness, c, h }]
    // These two are shown next to the chosen color; the others stand on backgrounds that do not
    // change.
    const follows = name === 'primary-hover' || name === 'link'
    const moved = follows ? clamp(token.l + lightness - main.l, 0.05, 0.97) : token.l
    return [name, { l: moved, c: token.c * Math.min(scale, maxChroma), h }]
  })
}

/** The focus ring that takes the hue of the workflow. Its lightness stays as it is. */
const ringOf: Record<Theme, string> = { light: 'focus-b', dark: 'focus-a' }

function deriveTokens(theme: Theme, { inkHue, ...chosen }: ChosenColors): Tokens {
  const tokens = new Map(defaultTokens[theme])
  for (const family of ['primary', 'machine', 'human'] as const) {
    const color = chosen[family]
    if (!color) continue
    for (const [name, token] of deriveFamily(theme, family, color)) tokens.set(name, token)
    const ring = ringOf[theme]
    if (family === 'machine') {
      tokens.set(ring, { ...tokenOf(tokens, ring), h: fromHex(color).h })
    }
  }
  for (const name of inkHue === null ? [] : families.ink) {
    const token = tokenOf(tokens, name)
    tokens.set(name, { ...token, h: (token.h + (inkHue ?? 0) - defaultInkHue + 360) % 360 })
  }
  return tokens
}

type Direction = 1 | -1

const dark = ['primary', 'primary-hover', 'link', 'on-primary-soft', 'canary-text', 'rose-text']
const inks = ['ink', 'ink-2', 'ink-3', 'edge', 'danger-text', 'carbon-text']
const soft = ['primary-soft', 'canary-soft', 'rose-soft']

/** The direction of lightness that increases contrast; 0 means that the color never moves. */
function directionOf(theme: Theme, name: string): Direction | 0 {
  // Both are backgrounds of dark text in both themes.
  if (name === 'canary' || name === 'rose') return 1
  if (dark.includes(name) || inks.includes(name)) return theme === 'light' ? -1 : 1
  if (soft.includes(name)) return theme === 'light' ? 1 : -1
  return 0
}

const changedNames = (chosen: ChosenColors) =>
  new Set(
    (Object.keys(families) as Family[])
      .filter((family) => (family === 'ink' ? chosen.inkHue : chosen[family]) !== null)
      .flatMap((family) => families[family]),
  )

type Palette = Map<string, Hex>

const hexOf = (palette: Palette, name: string): Hex => palette.get(name) ?? '#000000'

const ratioOf = (palette: Palette, over: string, under: string) =>
  contrast(hexOf(palette, over), hexOf(palette, under))

const weakPairs = (palette: Palette) =>
  contrastPairs.filter(({ over, under, minimum }) => ratioOf(palette, over, under) < minimum)

const inkRing = (theme: Theme, palette: Palette): [string, Hex] =>
  theme === 'light' ? ['focus-a', hexOf(palette, 'ink')] : ['focus-b', hexOf(palette, 'sunk')]

/** Moves the lightness of colors until their contrast is sufficient. */
function toPalette(theme: Theme, tokens: Tokens, movable: ReadonlySet<string>): Palette {
  const derived = new Map(tokens)
  const palette: Palette = new Map([...tokens].map(([name, token]) => [name, toHex(token)]))
  const move = (name: string): boolean => {
    const [token, start] = [tokenOf(tokens, name), tokenOf(derived, name)]
    const direction = directionOf(theme, name)
    const l = token.l + direction * step
    const isNear = Math.abs(l - start.l) <= reach + 1e-9
    if (!movable.has(name) || direction === 0 || !isNear || l < 0.02 || l > 0.995) return false
    tokens.set(name, { ...token, l })
    palette.set(name, toHex({ ...token, l }))
    return true
  }
  for (;;) {
    const moved = weakPairs(palette).filter(({ over, under }) => move(under) || move(over))
    if (moved.length > 0) continue
    palette.set(...inkRing(theme, palette))
    return palette
  }
}

function weakRings(theme: Theme, palette: Palette): WeakPair[] {
  const weak = ringedGrounds.map((under) => {
    const [a, b] = [ratioOf(palette, 'focus-a', under), ratioOf(palette, 'focus-b', under)]
    const over = a > b ? 'focus-a' : 'focus-b'
    return { theme, over, under, minimum: 3, ratio: Math.max(a, b) }
  })
  const each = ratioOf(palette, 'focus-a', 'focus-b')
  const both = { theme, over: 'focus-a', under: 'focus-b', minimum: 3, ratio: each }
  return [...weak, both].filter(({ ratio }) => ratio < 3)
}

const purposes: Readonly<Record<string, string>> = {
  'primary on-primary': 'button labels stay readable',
  'primary-hover on-primary': 'button labels stay readable',
  'canary on-canary': 'text on it stays readable',
  'rose on-rose': 'text on it stays readable',
}

/** Explains an adjustment by the color pair that is closest to its minimum. */
function reasonFor(palette: Palette, name: string): string {
  const [closest] = contrastPairs
    .filter(({ over, under }) => over === name || under === name)
    .map((pair) => ({ ...pair, ratio: ratioOf(palette, pair.over, pair.under) }))
    .sort((a, b) => a.ratio / a.minimum - b.ratio / b.minimum)
  if (!closest) return 'it suits the theme'
  const other = closest.over === name ? closest.under : closest.over
  const usual = closest.minimum > 4 ? 'text stays readable' : 'marks and borders stay visible'
  const purpose = purposes[`${name} ${other}`] ?? (name === 'link' ? 'links stay readable' : usual)
  return `${purpose}: ${closest.ratio.toFixed(1)}:1`
}

/** Smaller changes of lightness are not reported. */
const visible = 0.02

function adjustment(theme: Theme, palette: Palette, token: string, from: Hex): Adjustment[] {
  const to = hexOf(palette, token)
  const by = fromHex(to).l - fromHex(from).l
  if (Math.abs(by) < visible) return []
  const verb = by < 0 ? 'Darkened' : 'Lightened'
  const change = `${verb} from ${from.toUpperCase()} to ${to.toUpperCase()} in the ${theme} theme`
  return [{ token, from, to, reason: `${change} so that ${reasonFor(palette, token)}` }]
}

function colorTheme(theme: Theme, chosen: ChosenColors) {
  const tokens = deriveTokens(theme, chosen)
  const derived: Palette = new Map([...tokens].map(([name, token]) => [name, toHex(token)]))
  const movable = changedNames(chosen)
  const palette = toPalette(theme, tokens, movable)
  const given: Record<string, Hex | null> = {
    primary: chosen.primary,
    canary: chosen.machine,
    rose: chosen.human,
  }
  const adjusted = [...movable].flatMap((name) =>
    adjustment(theme, palette, name, given[name] ?? hexOf(derived, name)),
  )
  const weak = weakPairs(palette).map((pair) => ({
    theme,
    ...pair,
    ratio: ratioOf(palette, pair.over, pair.under),
  }))
  const ratio = distance(hexOf(palette, 'canary'), hexOf(palette, 'rose'))
  const close = { theme, over: 'machine', under: 'human', ratio, minimum: minDistance }
  const tooClose = ratio < minDistance ? [close] : []
  return { palette, adjusted, failures: [...weak, ...weakRings(theme, palette), ...tooClose] }
}

const isDefault = ({ primary, machine, human, inkHue }: ChosenColors) =>
  [primary, machine, human, inkHue].every((one) => one === null)

/**
 * Returns the colors of both themes for a choice, the adjustments made, and the color pairs whose
 * contrast is still too weak.
 */
export function colorsFor(chosen: ChosenColors): Colors {
  const [light, dark] = [colorTheme('light', chosen), colorTheme('dark', chosen)]
  return {
    light: Object.fromEntries(light.palette),
    dark: Object.fromEntries(dark.palette),
    adjusted: [...light.adjusted, ...dark.adjusted],
    failures: [...light.failures, ...dark.failures],
  }
}

/**
 * The default colors reach only 0.05 for one kind of color blindness. Shapes differ, too, so this
 * may be lower than `minDistance`.
 */
const minDistanceForColorBlind = 0.04

/** Also true if neither color was chosen. */
export function isDistinctForColorBlind(chosen: ChosenColors): boolean {
  if (chosen.machine === null && chosen.human === null) return true
  const colors = colorsFor(chosen)
  return themes.every((theme) => {
    const { canary = '', rose = '' } = colors[theme]
    return distanceForColorBlind(canary, rose) >= minDistanceForColorBlind
  })
}

/** Tokens of backgrounds and text that do not apply to printed pages. */
const onScreen = new Set(['bg', 'surface', 'ink', 'ink-2', 'ink-3'])

/**
 * Style rules of the tokens that differ from the defaults, or an empty text if none do. Their
 * specificity is higher than that of the style sheet, which loads later.
 */
export function stylesOf(chosen: ChosenColors): string {
  if (isDefault(chosen)) return ''
  const colors = colorsFor(chosen)
  const rulesOf = (theme: Theme, isOnScreen: boolean) => {
    const changed = Object.entries(colors[theme]).filter(([name, hex]) => {
      const usual = defaultTokens[theme].get(name)
      return onScreen.has(name) === isOnScreen && usual && hex !== toHex(usual)
    })
    if (changed.length === 0) return ''
    const selector = theme === 'light' ? 'html:root' : 'html.dark'
    return `${selector}{${changed.map(([name, hex]) => `--${name}:${hex}`).join(';')}}`
  }
  const [always, screen] = [false, true].map((on) =>
    themes.map((theme) => rulesOf(theme, on)).join(''),
  )
  return `${always}${screen && `@media screen{${screen}}`}`
}
