/** Shades of a channel that count as one. */
const step = 32

/**
 * The most frequent colour that is no grey, as `#rrggbb`.
 *
 * @param pixels red, green, blue and alpha of each.
 */
export function mainColourOf(pixels: Uint8ClampedArray): string | undefined {
  const found = new Map<string, { count: number; sum: [number, number, number] }>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128 || Math.max(red, green, blue) - Math.min(red, green, blue) < 40) continue
    const key = [red, green, blue].map((part) => Math.floor(part / step)).join()
    const { count, sum } = found.get(key) ?? { count: 0, sum: [0, 0, 0] }
    found.set(key, { count: count + 1, sum: [sum[0] + red, sum[1] + green, sum[2] + blue] })
  }
  const [most] = [...found.values()].sort((a, b) => b.count - a.count)
  if (!most) return undefined
  const parts = most.sum.map((sum) => Math.round(sum / most.count))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Enough to tell colours apart. */
const side = 64

export async function colourOf(url: string): Promise<string | undefined> {
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch {
    return undefined
  }
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0, side, side)
  const drawn = context?.getImageData(0, 0, side, side)
  return drawn && mainColourOf(drawn.data)
}
