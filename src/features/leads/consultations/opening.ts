/** Whether the consultation dialog is wanted, open, and by whom it was opened. */
export type Opening = {
  /** Somebody is about to open it: its code may be fetched. */
  wanted: boolean
  open: boolean
  /** Rises with every opening; each one begins with a fresh form. */
  count: number
  /** Where the focus goes afterwards. */
  opener: HTMLElement | null
}

export const closed: Opening = { wanted: false, open: false, count: 0, opener: null }

let current = closed
const listeners = new Set<() => void>()

function change(next: Partial<Opening>): void {
  current = { ...current, ...next }
  for (const listener of listeners) listener()
}

/** Opens the dialog; the focus returns to `opener`, by default to what has it now. */
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

/** Says that an opening is likely, so that the dialog is there when it comes. */
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
