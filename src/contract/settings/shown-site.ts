import type { BusinessHours } from '../business-hours.ts'
import type { SiteSettings } from './document.ts'
import type { Look } from './look.ts'

/** The data a page is rendered from, besides the responses of endpoints. */
export type ShownSite = {
  /** Variables are replaced, and demo content is left out once it is off. */
  settings: SiteSettings
  /** The version of the settings. */
  version: number
  now: Date
  /** Null with the default name, pictures and colors. */
  look: Look | null
  /**
   * @returns the path of the social image for the page at a path, or the home page's for a page
   * without one; undefined if a shipped image is used, and until the image is drawn.
   */
  imageOf(path: string): Promise<string | undefined>
  preview?: ShownPreview
}

export type ShownPreview = {
  /** When its link ends. */
  until: Date
  /** The published version of the settings that is shown; null for unpublished changes. */
  version: number | null
}

/** The part of the live settings that every page carries. */
export type Firm = {
  name: string
  legalName: string
  email: string
  /** The name in a printed record, if it differs from the firm's. */
  recordName?: string
  /** Completes "within" and is true at any time, for example '24 hours on working days'. */
  replyWithin: string
  replyWithinHours: number
  /** Includes only the holidays of the next 60 days. */
  hours: BusinessHours
  /** Null once demo content is off. */
  demoNotice: string | null
  /** Absent with the default name, pictures and colors. */
  look?: Look
}
