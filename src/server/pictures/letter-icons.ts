/** This module only runs in the process for pictures. */
import sharp from 'sharp'
import { asPng, made } from './draw-pictures.ts'
import { outline } from './outlined-text.ts'
import type { Letter, MadePicture } from './picture.ts'

const side = 512
/** The corner radius as a share of the side, as in `favicon.svg`. */
const roundedBy = 6 / 32

async function drawLetter({ text, ground, ink }: Letter, isRounded: boolean): Promise<Buffer> {
  const style = {
    display: 'flex',
    width: side,
    height: side,
    alignItems: 'center',
    justifyContent: 'center',
    backgroundColor: ground,
    color: ink,
    // The middle four fifths of a maskable icon are always visible.
    fontSize: side * 0.62,
    fontWeight: 600,
    lineHeight: 1,
    ...(isRounded && { borderRadius: side * roundedBy }),
  }
  const square = (children: string[]) =>
    outline({ type: 'div', props: { style, children } }, { width: side, height: side })
  const drawn = (await square([text])) ?? (await square([]))
  return drawn ?? Buffer.alloc(0)
}

/** Draws the icons of a firm without a logo. If the fonts lack the letter, the square has none. */
export async function drawLetterIcons(letter: Letter): Promise<MadePicture[]> {
  const [rounded, whole] = [await drawLetter(letter, true), await drawLetter(letter, false)]
  const icon = (variant: string, svg: Buffer, pixels: number) =>
    made(variant, asPng(sharp(svg).resize(pixels, pixels)))
  return Promise.all([
    ...[32, 48, 192, 512].map((pixels) => icon(`icon-${pixels}`, rounded, pixels)),
    icon('icon-180', whole, 180),
    icon('maskable', whole, side),
  ])
}
