import sharp from 'sharp'

/** The relative luminance of the dark theme's background (WCAG 2.2). */
const darkGround = 0.0075

/** Less than the 3:1 that WCAG requires of graphics: logos are exempt, but must be visible. */
const minContrast = 2

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** Whether half of a logo is hard to see on the dark theme's background. */
export async function isHardInDark(logo: Uint8Array): Promise<boolean> {
  const small = sharp(logo).resize(96, 96, { fit: 'inside', withoutEnlargement: true })
  const pixels = await small.toColorspace('srgb').ensureAlpha().raw().toBuffer()
  let [seen, lost] = [0, 0]
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => linear(part / 255))
    const contrast = (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) / (darkGround + 0.05)
    seen += 1
    if (contrast < minContrast) lost += 1
  }
  return lost * 2 > seen
}
