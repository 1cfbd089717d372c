/** Red, green and blue in sRGB, gamma-encoded, each from 0 to 1. */
export type Rgb = [number, number, number]

/**
 * Converts OKLCH to sRGB. The matrices are by Björn Ottosson, "A perceptual color space for image
 * processing" (2020), https://bottosson.github.io/posts/oklab/. Out of gamut, each channel is
 * clipped, as in browsers.
 */
function oklchToRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

// The transfer function of sRGB (IEC 61966-2-1).
function encode(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear))
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
}

function decode(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. The order of the colors does not matter. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue)
}

export function toHex(rgb: Rgb): string {
  const channels = rgb.map((value) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

/** Opaque OKLCH custom properties of `:root` and `.dark`, by name without the dashes. */
export function readTokens(css: string): { light: Map<string, Rgb>; dark: Map<string, Rgb> } {
  return { light: readBlock(css, ':root'), dark: readBlock(css, '.dark') }
}

function readBlock(css: string, selector: string): Map<string, Rgb> {
  const start = css.indexOf('{', css.indexOf(selector))
  const block = start < 0 ? '' : css.slice(start, css.indexOf('}', start))
  const found = new Map<string, Rgb>()
  for (const match of block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);?/g)) {
    const [, name = '', lightness, chroma, hue] = match
    found.set(name, oklchToRgb(Number(lightness), Number(chroma), Number(hue)))
  }
  return found
}
