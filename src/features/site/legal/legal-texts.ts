import type { LegalText } from './legal-text.ts'
import { cookies, gdpr, privacy } from './privacy-texts.ts'
import { security, terms } from './terms-texts.ts'

/** The day the texts were last changed. */
export const legalUpdated = '2026-11-20'

/** The legal pages in the order of the footer. */
export const legalTexts: LegalText[] = [privacy, terms, security, gdpr, cookies]

export function pathOfLegal(slug: string): string {
  return `/legal/${slug}`
}
