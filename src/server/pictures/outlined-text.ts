/** Only the process for pictures imports this module. It may read these fonts. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import satori from 'satori'

/** An element of a drawing: a `div` with CSS styles, or an `img`. */
export type Drawn = {
  type: 'div' | 'img'
  props: {
    style: Record<string, string | number>
    children?: (Drawn | string)[]
    src?: string
  }
}

const faces = ['latin', 'latin-ext'] as const

const readFont = (face: string, weight: number) =>
  readFile(
    fileURLToPath(
      import.meta.resolve(
        `@fontsource/funnel-display/files/funnel-display-${face}-${weight}-normal.woff`,
      ),
    ),
  )

async function readFonts() {
  const all = faces.flatMap((face) => ([400, 600] as const).map((weight) => ({ face, weight })))
  return Promise.all(
    all.map(async ({ face, weight }) => ({
      name: face,
      weight,
      style: 'normal' as const,
      data: await readFont(face, weight),
    })),
  )
}

let fonts: ReturnType<typeof readFonts> | undefined

/**
 * Draws an SVG with all text as outlines.
 *
 * @returns undefined when the fonts lack a character.
 */
export async function outline(
  element: Drawn,
  size: { width: number; height: number },
): Promise<Buffer | undefined> {
  fonts ??= readFonts()
  let isMissing = false
  const root = { ...element.props.style, fontFamily: faces.join(', ') }
  const svg = await satori({ ...element, props: { ...element.props, style: root } } as never, {
    ...size,
    fonts: await fonts,
    async loadAdditionalAsset() {
      isMissing = true
      return []
    },
  })
  return isMissing ? undefined : Buffer.from(svg)
}
