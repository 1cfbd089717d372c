import type { LegalText } from './legal-text.ts'
import { cookies, gdpr, privacy } from './privacy-texts.ts'
import { security, terms } from './terms-texts.ts'

/** Date of the last change to the texts. */
export const legalUpdated = '2026-11-20'

export const legalTexts: LegalText[] = [privacy, terms, security, gdpr, cookies]

export function pathOfLegal(slug: string): string {
  return `/legal/${slug}`
}
