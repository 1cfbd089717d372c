/** A section has paragraphs, then optionally a list. */
export type LegalText = {
  slug: string
  title: string
  /** Shown under the title; one or two sentences. */
  summary: string
  /** For search results. */
  description: string
  keywords: string
  sections: { heading: string; paragraphs: string[]; points?: string[] }[]
}
