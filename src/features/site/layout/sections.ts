/** Anchors of the home page in header order. */
export const sections = ['services', 'case-studies', 'about', 'contact'] as const

export type SectionId = (typeof sections)[number]

/**
 * Scrolls to a section and focuses its heading, so that keyboard and screen reader users continue
 * there. `smooth` respects reduced motion.
 */
export function goToSection(id: string, behavior: 'smooth' | 'instant'): void {
  const section = document.getElementById(id)
  if (!section) return
  // The focus moves first, because while it is in the header, pages scroll to beneath the header.
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: still ? 'instant' : behavior, block: 'start' })
}

/**
 * History state of a link to a section: the contact form's subject, or a demonstration to replay.
 */
export type SectionState = { service: string } | { watch: true } | null | undefined
