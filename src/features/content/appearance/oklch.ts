/** Lightness (0 to 1), chroma, and hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

/** Linear red, green and blue. Values from 0 to 1 are within sRGB. */
type Linear = [number, number, number]

/** `#rrggbb` in lower case. */
export type Hex = string

type Lab = [number, number, number]

// Matrices: Björn Ottosson, https://bottosson.github.io/posts/oklab/
function linearOf([lightness, a, b]: Lab): Linear {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function labOf([red, green, blue]: Linear): Lab {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

// Transfer function of sRGB, IEC 61966-2-1.
const encode = (linear: number) =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
const decode = (encoded: number) =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4

const toLab = ({ l, c, h }: Oklch): Lab => [
  l,
  c * Math.cos((h * Math.PI) / 180),
  c * Math.sin((h * Math.PI) / 180),
]

const channels = (hex: Hex): Linear => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return [red, green, blue]
}

const clip = (value: number) => Math.min(1, Math.max(0, value))

function hexOf(linear: Linear): Hex {
  const pairs = linear.map((value) => Math.round(encode(clip(value)) * 255).toString(16))
  return `#${pairs.map((pair) => pair.padStart(2, '0')).join('')}`
}

export function fromHex(hex: Hex): Oklch {
  const [l, a, b] = labOf(channels(hex))
  const h = (Math.atan2(b, a) * 180) / Math.PI
  return { l, c: Math.hypot(a, b), h: (h + 360) % 360 }
}

const isInside = (linear: Linear) => linear.every((value) => value > -0.0005 && value < 1.0005)

function nearestHex(color: Oklch): Hex {
  const [l, a, b] = toLab(color)
  const whole = linearOf([l, a, b])
  if (isInside(whole)) return hexOf(whole)
  let [low, high] = [0, 1]
  for (let step = 0; step < 9; step += 1) {
    const part = (low + high) / 2
    if (isInside(linearOf([l, a * part, b * part]))) low = part
    else high = part
  }
  return hexOf(linearOf([l, a * low, b * low]))
}

const known = new WeakMap<Oklch, Hex>()

/**
 * Converts a color. If it is outside of sRGB, it gets the maximum chroma possible at its lightness.
 */
export function toHex(color: Oklch): Hex {
  const before = known.get(color)
  if (before) return before
  const hex = nearestHex(color)
  known.set(color, hex)
  return hex
}

const measured = new Map<Hex, number>()

/** Results are cached, because each color of a palette is compared with a dozen others. */
function luminance(hex: Hex): number {
  const before = measured.get(hex)
  if (before !== undefined) return before
  if (measured.size > 1_000) measured.clear()
  const [red, green, blue] = channels(hex)
  const found = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  measured.set(hex, found)
  return found
}

/** WCAG 2.2 contrast ratio, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const between = (one: Linear, other: Linear) => {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** Distance in OKLab. */
export const distance = (one: Hex, other: Hex) => between(channels(one), channels(other))

// The matrices are those of Machado, Oliveira, Fernandes (2009) for severity 1: protanopia,
// deuteranopia, tritanopia.
const blindness = [
  [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
] as const

/** The OKLab distance for the kind of color blindness in which it is smallest. */
export function distanceForColorBlind(one: Hex, other: Hex): number {
  return Math.min(
    ...blindness.map(([a, b, c, d, e, f, g, h, i]) => {
      const seen = ([red, green, blue]: Linear): Linear => [
        clip(a * red + b * green + c * blue),
        clip(d * red + e * green + f * blue),
        clip(g * red + h * green + i * blue),
      ]
      return between(seen(channels(one)), seen(channels(other)))
    }),
  )
}
