/** Of social images, in pixels; single numbers, which add nothing to a page's script. */
export const socialWidth = 1200
export const socialHeight = 630

type LogoPicture = { src: string; srcSet: string; width: number; height: number }

/**
 * Changes to pages by a firm's own name, pictures and colors; absent parts are the defaults.
 * With any of them the shipped social images are those of another firm.
 */
export type Look = {
  logo?: {
    light: LogoPicture
    dark?: LogoPicture
    /** Paper behind the logo in the dark theme. */
    hasPlate: boolean
  }
  /** Mark of a firm without a logo; `text` is empty when its name has no letter. */
  letter?: { text: string; ground: string; ink: string }
  /** Addresses by side in pixels; empty where the usual ones answer the letter. */
  icons?: { side: number; src: string; isMaskable: boolean }[]
  /** Rules that change colors. */
  style?: string
  /** Colors of the browser's frame. */
  frame?: { light: string; dark: string }
}
