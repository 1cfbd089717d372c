/** The size of social images in pixels. Separate constants add nothing to a page's script. */
export const socialWidth = 1200
export const socialHeight = 630

type LogoPicture = { src: string; srcSet: string; width: number; height: number }

/**
 * What a firm's own name, pictures and colors change on pages. Absent parts are as in the defaults.
 * If any part is present, the shipped social images show another firm and are not used.
 */
export type Look = {
  logo?: {
    light: LogoPicture
    dark?: LogoPicture
    /** Whether the logo has a light plate behind it in the dark theme. */
    hasPlate: boolean
  }
  /** The mark of a firm without a logo. `text` is empty when the name has no letter. */
  letter?: { text: string; ground: string; ink: string }
  /** Addresses of icons by side in pixels; empty if the default addresses serve the letter. */
  icons?: { side: number; src: string; isMaskable: boolean }[]
  /** CSS rules that change colors. */
  style?: string
  /** Colors of the browser's user interface. */
  frame?: { light: string; dark: string }
}
