/** Anchors of the home page in header order. */
export const sections = [
  { id: 'services', label: 'Services' },
  { id: 'case-studies', label: 'Case Studies' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
] as const

export type SectionId = (typeof sections)[number]['id']

/**
 * Scrolls to a section and focuses its heading, so that keyboard and screen reader continue there.
 * `smooth` respects reduced motion.
 */
export function goToSection(id: string, behavior: 'smooth' | 'instant'): void {
  const section = document.getElementById(id)
  if (!section) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: still ? 'instant' : behavior, block: 'start' })
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** Subject preselected by a link to the contact form; carried in the history entry's state. */
export function chosenSubject(state: unknown): { service: string } | undefined {
  return hasService(state) ? state : undefined
}

export function asksToWatch(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'watch' in state
}

function hasService(state: unknown): state is { service: string } {
  return (
    typeof state === 'object' &&
    state !== null &&
    'service' in state &&
    typeof state.service === 'string'
  )
}
