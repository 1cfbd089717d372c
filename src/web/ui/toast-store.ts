export type ToastContent = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** `altText` tells screen reader users another way to do the same; defaults to the label. */
  action?: { label: string; altText?: string; onSelect: () => void }
  /** Milliseconds; 5000, or 8000 with an action. */
  duration?: number
}

export type ShownToast = ToastContent & { id: number; open: boolean }

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(next: ShownToast): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Replaces the current toast. Browser only: call it from events and effects. */
export function toast(content: ToastContent): { dismiss: () => void } {
  lastId += 1
  const id = lastId
  show({ ...content, id, open: true })
  return { dismiss: () => dismissToast(id) }
}

/** Does nothing if another toast is on screen. */
export function dismissToast(id: number): void {
  if (shown?.id === id && shown.open) show({ ...shown, open: false })
}

export function currentToast(): ShownToast | null {
  return shown
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
