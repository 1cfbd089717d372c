import { createHash } from 'node:crypto'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { LivePicture, LiveSettings } from '#server/content/live-settings.ts'
import { type SocialLook, socialTokens } from '#server/pictures/picture.ts'
import { colorsFor } from '../appearance/colors.ts'
import { letterOf, lookOf } from '../appearance/look.server.ts'

/** Increment this with every change of the drawing, which redraws all images. */
const drawing = 1

/** What all social images of a firm share. `key` is its SHA-256 hash. */
export type FirmLook = Omit<SocialLook, 'logo'> & { logo: LivePicture | undefined; key: Buffer }

type Shown = Pick<LiveSettings, 'document' | 'pictures'>

export const hashOf = (value: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(value)).digest()

function makeLook({ document: { appearance, firm }, pictures }: Shown, letter?: string): FirmLook {
  const [logo] = pictures
    .filter(
      ({ derivedFrom, variant }) => derivedFrom === appearance.logoId && /^\dx$/.test(variant),
    )
    .sort((a, b) => b.width - a.width)
  const { light } = colorsFor(appearance)
  const colors = Object.fromEntries(
    socialTokens.map((token) => [token, light[token] ?? '#000000']),
  ) as SocialLook['colors']
  const look = { name: firm.name, letter, colors }
  return { ...look, logo, key: hashOf([drawing, look, logo?.publicName]) }
}

const made = new WeakMap<SiteSettings, FirmLook | null>()

/**
 * Null if name, tagline, logo and colors are the defaults, because the shipped images then apply.
 */
export function firmLookOf(shown: Shown): FirmLook | null {
  const before = made.get(shown.document)
  if (before !== undefined) return before
  const look = lookOf(shown) ? makeLook(shown, letterOf(shown.document)?.text) : null
  made.set(shown.document, look)
  return look
}
