/** Purposes that files are uploaded for. */
export type UploadPurpose = 'logo' | 'logo_dark' | 'icon' | 'portrait' | 'note'

export type PictureType = 'png' | 'jpeg' | 'webp' | 'svg'

/** The first letter of a firm's name, empty if it has none, and colors as `#rrggbb`. */
export type Letter = { text: string; ground: string; ink: string }

export const socialTokens = [
  'bg',
  'ink',
  'ink-2',
  'ledger',
  'rule',
  'primary',
  'on-primary',
  'canary',
  'rose',
  'paper',
  'paper-ink',
] as const

/** What all social images of a firm share; colors as `#rrggbb`. */
export type SocialLook = {
  name: string
  colors: Record<(typeof socialTokens)[number], string>
  /** Mark of a firm without a logo, empty if its name has none; absent with the default name. */
  letter: string | undefined
  /** A PNG or WebP in base64. */
  logo?: string
}

export type SocialCard = { title: string; line: string }

/** `variant` is empty for the master, of which the others are made. */
export type MadePicture = {
  variant: string
  mimeType: 'image/png' | 'image/webp'
  width: number
  height: number
  bytes: Uint8Array
  /** Of a logo: half of it hardly differs from the ground of the dark theme. */
  isHardInDark?: boolean | undefined
}

export const maxPictureBytes = 4_194_304
export const maxSvgBytes = 262_144

/** Thrown for a picture that is not taken; the sentence is shown. */
export class RefusedPicture extends Error {}

const unreadable = 'This picture could not be read.'

export const unreadablePicture = () => new RefusedPicture(unreadable)

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at))
    .toString('latin1')
    .startsWith(text)

/** XML declaration, comment, document type or the root itself. */
const svgStart = /^\ufeff?\s*<(\?xml\s|!--|!doctype svg[\s>]|svg[\s>/])/i

/** By signature; the name of a file says nothing. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (bytes.length > 12 && startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  const text = Buffer.from(bytes).toString('utf8')
  return svgStart.test(text) && /<([\w-]+:)?svg[\s>/]/.test(text) ? 'svg' : undefined
}
