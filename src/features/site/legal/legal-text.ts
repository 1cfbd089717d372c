/** A legal page as data. A section has paragraphs, then perhaps a list. */
export type LegalText = {
  slug: string
  title: string
  /** The page in one or two sentences, shown under its title. */
  summary: string
  /** For search results. */
  description: string
  keywords: string
  sections: { heading: string; paragraphs: string[]; points?: string[] }[]
}
