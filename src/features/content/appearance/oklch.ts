import {
  clampChroma,
  differenceEuclidean,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  formatHex,
  oklch,
  rgb,
  wcagContrast,
} from 'culori'

/** Lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

/** `#rrggbb` in lower case. */
export type Hex = string

export function fromHex(hex: Hex): Oklch {
  const { l = 0, c = 0, h = 0 } = oklch(hex) ?? {}
  return { l, c, h }
}

/** With as much of the chroma as sRGB has at this lightness. */
export const toHex = (color: Oklch): Hex =>
  formatHex(clampChroma({ mode: 'oklch', ...color }, 'oklch'))

/** WCAG 2.2 contrast ratio, 1 to 21. */
export const contrast = (one: Hex, other: Hex): number => wcagContrast(one, other)

const euclidean = differenceEuclidean('oklab')

/** In OKLab. */
export const distance = (one: Hex, other: Hex): number => euclidean(one, other)

const black = { mode: 'rgb', r: 0, g: 0, b: 0 } as const

const rgbOf = (hex: Hex) => rgb(hex) ?? black

/** The kinds of color blindness at their strongest, after Machado, Oliveira and Fernandes (2009). */
const deficiencies = [filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)]

/** The smallest distance that color-blind people see. */
export const distanceForColorBlind = (one: Hex, other: Hex): number =>
  Math.min(...deficiencies.map((seen) => euclidean(seen(rgbOf(one)), seen(rgbOf(other)))))
