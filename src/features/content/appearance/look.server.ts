import type { SiteSettings } from '#contract/settings/document.ts'
import type { Look } from '#contract/settings/look.ts'
import type { LivePicture, LiveSettings } from '#server/content/live-settings.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { colorsFor, stylesOf } from './colors.ts'

type Logo = NonNullable<Look['logo']>['light']
type Shown = Pick<LiveSettings, 'document' | 'pictures'>

const madeOf = (pictures: readonly LivePicture[], id: string) =>
  pictures.filter(({ derivedFrom }) => derivedFrom === id)

const urlOf = ({ publicName }: LivePicture) => `/media/${publicName}`

function logoOf(pictures: readonly LivePicture[], id: string | null): Logo | undefined {
  const sizes = (id ? madeOf(pictures, id) : [])
    .filter(({ variant }) => /^\dx$/.test(variant))
    .sort((a, b) => a.width - b.width)
  const [usual, ...larger] = sizes
  if (!usual) return undefined
  const { width, height } = usual
  const srcSet = larger
    .filter((one) => one.width > width)
    .map((one) => `${urlOf(one)} ${Number((one.width / width).toFixed(2))}x`)
    .join(', ')
  return { src: urlOf(usual), srcSet, width, height }
}

function iconsOf({ document: { appearance }, pictures }: Shown): Look['icons'] {
  const id = appearance.iconId ?? appearance.logoId
  return madeOf(pictures, id ?? '')
    .filter(({ variant }) => /^(icon-\d+|maskable)$/.test(variant))
    .map((one) => ({
      side: one.width,
      src: urlOf(one),
      isMaskable: one.variant === 'maskable',
    }))
    .sort((a, b) => a.side - b.side)
}

/** The first letter or digit of the name, on the main color. Undefined for the default name. */
export function letterOf({ appearance, firm }: SiteSettings): Look['letter'] | undefined {
  if (firm.name === defaultSettings().firm.name) return undefined
  const { primary = '', 'on-primary': ink = '' } = colorsFor(appearance).light
  const [letter = ''] = /[\p{L}\p{N}]\p{M}*/u.exec(firm.name) ?? []
  return { text: letter.toLocaleUpperCase('en'), ground: primary, ink }
}

function makeLook(shown: Shown): Look | null {
  const { appearance, firm } = shown.document
  const light = logoOf(shown.pictures, appearance.logoId)
  const dark = logoOf(shown.pictures, appearance.logoDarkId)
  const icons = iconsOf(shown)
  const letter = letterOf(shown.document)
  const hasOwnIcons = icons !== undefined && icons.length > 0
  const style = stylesOf(appearance)
  const { light: bright, dark: dim } = colorsFor(appearance)
  const look: Look = {
    ...(light && { logo: { light, ...(dark && { dark }), hasPlate: appearance.logoPlate } }),
    ...(!light && letter && { letter }),
    ...((hasOwnIcons || letter) && { icons }),
    ...(style && { style }),
    ...(appearance.inkHue !== null && { frame: { light: bright.bg ?? '', dark: dim.bg ?? '' } }),
  }
  const isOwn = Object.keys(look).length > 0 || firm.tagline !== defaultSettings().firm.tagline
  return isOwn ? look : null
}

const made = new WeakMap<SiteSettings, Look | null>()

/**
 * Null if name, tagline, pictures and colors are the defaults. A missing picture counts as none.
 */
export function lookOf(shown: Shown): Look | null {
  const before = made.get(shown.document)
  if (before !== undefined) return before
  const look = makeLook(shown)
  made.set(shown.document, look)
  return look
}
