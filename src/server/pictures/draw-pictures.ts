/** Only the process for pictures imports this module, because anybody may have made the files. */
import sharp, { type Sharp } from 'sharp'
import { isHardInDark } from './contrast-in-dark.ts'
import {
  type MadePicture,
  type PictureType,
  RefusedPicture,
  type UploadPurpose,
  unreadablePicture,
} from './picture.ts'
import { isPlainPicture } from './plain-picture.ts'

const maxPixels = 40_000_000
const maxSide = 12_000
const maxMasterSide = 2_000
/** The longer side of a drawn SVG in pixels. */
const svgSide = 1_024

sharp.cache(false)
sharp.concurrency(1)

/** Damaged pixels refuse a file; harmless warnings of the decoder do not. */
const reading = { limitInputPixels: maxPixels, failOn: 'error' } as const

const smallest: Record<UploadPurpose, [side: 'width' | 'height', pixels: number, noun: string]> = {
  logo: ['height', 64, 'A logo'],
  logo_dark: ['height', 64, 'A logo'],
  icon: ['height', 128, 'An icon'],
  portrait: ['height', 128, 'A portrait'],
  note: ['width', 200, 'A picture'],
}

type Size = { width: number; height: number }

function checkMax({ width, height }: Size): void {
  if (width * height <= maxPixels && width <= maxSide && height <= maxSide) return
  throw new RefusedPicture('This picture has too many pixels')
}

function checkMin(size: Size, purpose: UploadPurpose): void {
  const { width, height } = size
  const [side, pixels, noun] = smallest[purpose]
  const isSquare = purpose === 'icon' || purpose === 'portrait'
  const shortest = isSquare ? Math.min(width, height) : size[side]
  if (shortest >= pixels) return
  const where = isSquare ? 'on each side' : side === 'width' ? 'of width' : 'of height'
  throw new RefusedPicture(`${noun} needs at least ${pixels} pixels ${where}.`)
}

const withoutSize = () =>
  new RefusedPicture('This SVG has no size. Give it a viewBox, or a width and a height.')

/** The size is read from the header before anything is decoded. */
async function openPicture(bytes: Uint8Array, type: PictureType, purpose: UploadPurpose) {
  const header = sharp(bytes, { ...reading, limitInputPixels: false }).metadata()
  const { autoOrient } = await header.catch((error: Error) => {
    throw type === 'svg' && error.message.includes('bad dimensions') ? withoutSize() : error
  })
  const { width, height } = autoOrient
  checkMax({ width, height })
  if (type !== 'svg') {
    checkMin({ width, height }, purpose)
    return { picture: sharp(bytes, reading).autoOrient(), width, height }
  }
  const scale = svgSide / Math.max(width, height)
  const density = Math.min(100_000, Math.max(1, 72 * scale))
  return {
    picture: sharp(bytes, { ...reading, density }),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  }
}

/** Encodes without loss. The option `effort` would reduce the picture to 256 colors. */
export const asPng = (picture: Sharp) => picture.png({ compressionLevel: 9 })

export async function made(variant: string, picture: Sharp): Promise<MadePicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const mimeType = info.format === 'webp' ? 'image/webp' : 'image/png'
  return { variant, mimeType, width: info.width, height: info.height, bytes: data }
}

async function smaller(variant: string, picture: Sharp): Promise<MadePicture> {
  const png = await made(variant, asPng(picture.clone()))
  const webp = await made(variant, picture.clone().webp({ lossless: true, effort: 6 }))
  return webp.bytes.length < png.bytes.length ? webp : png
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** Systems crop a maskable icon to a shape that always shows this part (W3C Web App Manifest). */
const safePart = 0.8

/** @param fit with `contain`, a logo keeps its shape. */
async function* icons(master: Uint8Array, fit: 'cover' | 'contain') {
  const square = (side: number) =>
    sharp(master).resize(side, side, { fit, background: clear }).ensureAlpha()
  for (const side of [32, 48, 192, 512]) yield await made(`icon-${side}`, asPng(square(side)))
  // Phones put no background of their own behind these icons.
  yield await made('icon-180', asPng(square(180).flatten({ background: 'white' })))
  const inner = Math.round(512 * safePart)
  const edge = (512 - inner) / 2
  const all = { top: Math.floor(edge), left: Math.floor(edge) }
  const rest = { bottom: Math.ceil(edge), right: Math.ceil(edge), background: clear }
  const padded = await square(inner)
    .extend({ ...all, ...rest })
    .png()
    .toBuffer()
  yield await made('maskable', asPng(sharp(padded).flatten({ background: 'white' })))
}

const logoHeight = 32
const widestLogo = 320

async function* logos(master: Uint8Array) {
  for (const scale of [1, 2, 3]) {
    const inside = { fit: 'inside', withoutEnlargement: true } as const
    const picture = sharp(master).resize(widestLogo * scale, logoHeight * scale, inside)
    yield await smaller(`${scale}x`, picture)
  }
}

async function* portraits(master: Uint8Array) {
  for (const side of [48, 96, 192]) {
    yield await made(`${side}`, sharp(master).resize(side, side).webp({ quality: 82 }))
  }
}

async function* notePictures(master: Uint8Array, masterWidth: number) {
  const widths = [480, 960, 1_600]
  for (const [index, width] of widths.entries()) {
    if (index > 0 && masterWidth <= (widths[index - 1] ?? 0)) return
    const inside = { width, withoutEnlargement: true }
    yield await made(`${width}`, sharp(master).resize(inside).webp({ quality: 80 }))
  }
}

async function* variantsOf(purpose: UploadPurpose, { bytes, width }: MadePicture) {
  if (purpose === 'icon') yield* icons(bytes, 'cover')
  else if (purpose === 'portrait') yield* portraits(bytes)
  else if (purpose === 'note') yield* notePictures(bytes, width)
  else {
    yield* logos(bytes)
    if (purpose === 'logo') yield* icons(bytes, 'contain')
  }
}

function masterAsItIs(bytes: Uint8Array, type: PictureType, { width, height }: Size): MadePicture {
  const isOurs = (type === 'png' || type === 'webp') && isPlainPicture(bytes, type)
  if (!isOurs || width > maxMasterSide || height > maxMasterSide) {
    throw new RefusedPicture('This picture is not one that was exported')
  }
  return { variant: '', mimeType: `image/${type}`, width, height, bytes }
}

async function withVariants(master: MadePicture, purpose: UploadPurpose): Promise<MadePicture[]> {
  const isLogo = purpose === 'logo' || purpose === 'logo_dark'
  const all = [isLogo ? { ...master, isHardInDark: await isHardInDark(master.bytes) } : master]
  for await (const variant of variantsOf(purpose, master)) all.push(variant)
  return all
}

/**
 * Decodes a picture and encodes it again without metadata: the master first, then its variants.
 *
 * @param isMaster uses the picture itself as the master, because each encoding loses a little.
 * @throws RefusedPicture
 */
export async function drawPictures(
  bytes: Uint8Array,
  type: PictureType,
  purpose: UploadPurpose,
  isMaster = false,
): Promise<MadePicture[]> {
  try {
    const { picture, width, height } = await openPicture(bytes, type, purpose)
    if (isMaster) {
      return await withVariants(masterAsItIs(bytes, type, { width, height }), purpose)
    }
    const isSquare = purpose === 'icon' || purpose === 'portrait'
    const side = Math.min(maxMasterSide, width, height)
    const sized = isSquare
      ? picture.resize(side, side, { fit: 'cover' })
      : picture.resize(maxMasterSide, maxMasterSide, { fit: 'inside', withoutEnlargement: true })
    const isPhoto = purpose === 'portrait' || purpose === 'note'
    const encoded = isPhoto ? sized.webp({ quality: 90 }) : asPng(sized)
    return await withVariants(await made('', encoded.toColorspace('srgb')), purpose)
  } catch (error) {
    throw error instanceof RefusedPicture ? error : unreadablePicture()
  }
}
