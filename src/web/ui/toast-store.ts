import { createStore } from '../store.ts'

export type ToastContent = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** By default 5 s, with an action 8 s. */
  durationMs?: number
  /** `altText` tells screen reader users another way to do the same; defaults to the label. */
  action?: { label: string; altText?: string; onSelect: () => void }
}

export type ShownToast = ToastContent & { id: number; open: boolean }

export const shownToast = createStore<ShownToast | null>(null)

/** Browser only. */
export function toast(content: ToastContent): void {
  shownToast.set({ ...content, id: (shownToast.get()?.id ?? 0) + 1, open: true })
}

export function dismissToast(id: number): void {
  const shown = shownToast.get()
  if (shown?.id === id && shown.open) shownToast.set({ ...shown, open: false })
}
