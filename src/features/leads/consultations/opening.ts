export type Opening = {
  /** An opening is likely: the code may be fetched. */
  wanted: boolean
  open: boolean
  /** Increments with every opening; each one starts with a fresh form. */
  count: number
  /** Receives the focus afterwards. */
  opener: HTMLElement | null
}

export const closed: Opening = { wanted: false, open: false, count: 0, opener: null }

let current = closed
const listeners = new Set<() => void>()

function change(next: Partial<Opening>): void {
  current = { ...current, ...next }
  for (const listener of listeners) listener()
}

/** The focus returns to `opener`, by default to the element that has it now. */
export function openConsultation(opener?: HTMLElement | null): void {
  const focused = document.activeElement
  change({
    wanted: true,
    open: true,
    count: current.count + 1,
    opener: opener ?? (focused instanceof HTMLElement ? focused : null),
  })
}

export function closeConsultation(): void {
  if (current.open) change({ open: false })
}

/** Preloads the dialog when an opening is likely. */
export function expectConsultation(): void {
  if (!current.wanted) change({ wanted: true })
}

export function currentOpening(): Opening {
  return current
}

export function subscribeToOpening(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
