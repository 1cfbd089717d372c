import type { SiteSettings } from '#contract/settings/document.ts'

type Figure = Pick<
  SiteSettings['statistics']['items'][number],
  'value' | 'label' | 'definition'
> & {
  /** Null marks a demo figure. */
  source: string | null
}

/** Texts that only the home page uses. */
export type HomeWords = Omit<SiteSettings['home'], 'contactHeading' | 'contactIntro'> & {
  paragraphs: string[]
  figures: Figure[]
}

/** Returns, for example, 'Audit report, November 2026'. */
function sourceOf(source: string | null, asOf: string | null): string {
  const month = asOf && { timeZone: 'UTC', month: 'long' as const, year: 'numeric' as const }
  const date = month && new Date(asOf).toLocaleDateString('en-US', month)
  return [source, date].filter(Boolean).join(', ')
}

export function homeWords({ home, about, statistics }: SiteSettings): HomeWords {
  const { contactHeading: _, contactIntro: __, ...words } = home
  return {
    ...words,
    paragraphs: about.paragraphs,
    figures: statistics.items.map(({ value, label, definition, status, source, asOf }) => ({
      value,
      label,
      definition,
      source: status === 'demo' ? null : sourceOf(source, asOf),
    })),
  }
}
