/** What files are uploaded for. */
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

/** What all social images of a firm share. Colors are `#rrggbb`. */
export type SocialLook = {
  name: string
  colors: Record<(typeof socialTokens)[number], string>
  /**
   * The mark of a firm without a logo. It is empty if the name has no letter, and undefined with
   * the default name.
   */
  letter: string | undefined
  /** A PNG or WebP in base64. */
  logo?: string
}

export type SocialCard = { title: string; line: string }

/** `variant` is empty for the master, from which the others are made. */
export type MadePicture = {
  variant: string
  mimeType: 'image/png' | 'image/webp'
  width: number
  height: number
  bytes: Uint8Array
  /** Whether half of a logo is hard to see on the dark theme's background. */
  isHardInDark?: boolean | undefined
}

export const maxPictureBytes = 4_194_304
export const maxSvgBytes = 262_144

/** Thrown for a picture that is refused. The message is shown to the user. */
export class RefusedPicture extends Error {}

const unreadable = 'This picture could not be read.'

export const unreadablePicture = () => new RefusedPicture(unreadable)

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at))
    .toString('latin1')
    .startsWith(text)

/** An XML declaration, a comment, a document type or the root element. */
const svgStart = /^\ufeff?\s*<(\?xml\s|!--|!doctype svg[\s>]|svg[\s>/])/i

/** Determines the type by signature, because the name of a file proves nothing. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (bytes.length > 12 && startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  const text = Buffer.from(bytes).toString('utf8')
  return svgStart.test(text) && /<([\w-]+:)?svg[\s>/]/.test(text) ? 'svg' : undefined
}
