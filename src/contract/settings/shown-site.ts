import type { BusinessHours } from '../business-hours.ts'
import type { SiteSettings } from './document.ts'
import type { Look } from './look.ts'

/** Data a page is rendered from, besides the answers of endpoints. */
export type ShownSite = {
  /** Variables are replaced, and demo content is out once it is off. */
  settings: SiteSettings
  /** Number of their version. */
  version: number
  now: Date
  /** Null with the default name, pictures and colors. */
  look: Look | null
  /**
   * Path of the social image of the page at a path, or of the home page for one that has none;
   * undefined where it is a shipped one, and until it is drawn.
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

/** Of the live settings, what every page carries. */
export type Firm = {
  name: string
  legalName: string
  email: string
  /** Of a printed record, if it is not that of the firm. */
  recordName?: string
  /** Behind "within", true at any time: '24 hours on working days'. */
  replyWithin: string
  replyWithinHours: number
  /** With the holidays of the next 60 days alone. */
  hours: BusinessHours
  /** Null once demo content is off. */
  demoNotice: string | null
  /** Absent with the defaults. */
  look?: Look
}
