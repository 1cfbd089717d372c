import { createStore } from '../store.ts'

export type ToastContent = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** The default is 5 s, or 8 s with an action. */
  durationMs?: number
  /** `altText` tells screen reader users another way to do the same. It defaults to the label. */
  action?: { label: string; altText?: string; onSelect: () => void }
}

export type ShownToast = ToastContent & { id: number; open: boolean }

type Shown = {
  newest: number
  /** Changes whenever no earlier toast remains on the screen. */
  group: number
  /** The two places on the screen. A toast keeps its place as long as it is shown. */
  lower: ShownToast | null
  upper: ShownToast | null
}

export const shownToasts = createStore<Shown>({ newest: 0, group: 0, lower: null, upper: null })

/**
 * Browser only. A new toast replaces the earlier one, unless that offers to undo something else.
 */
export function toast(content: ToastContent): number {
  const { newest, group, lower, upper } = shownToasts.get()
  const id = newest + 1
  const next = { ...content, id, open: true }
  const offersUndo = (one: ShownToast | null) =>
    one?.open && one.action?.label === 'Undo' && one.description !== content.description
  const isUpperNewer = (upper?.id ?? 0) > (lower?.id ?? 0)
  if (offersUndo(upper) && (isUpperNewer || !offersUndo(lower))) {
    shownToasts.set({ newest: id, group, lower: next, upper })
  } else if (offersUndo(lower)) {
    shownToasts.set({ newest: id, group, lower, upper: next })
  } else {
    shownToasts.set({ newest: id, group: id, lower: next, upper: null })
  }
  return id
}

export function dismissToast(id: number): void {
  const { lower, upper, ...shown } = shownToasts.get()
  const close = (one: ShownToast | null) => (one?.id === id ? { ...one, open: false } : one)
  shownToasts.set({ ...shown, lower: close(lower), upper: close(upper) })
}
