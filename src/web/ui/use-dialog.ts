import { useCallback, useState } from 'react'
import { useOpenings } from './use-openings.ts'

/** What every dialog takes. */
export type DialogState = {
  open: boolean
  onClose: () => void
  /** Receives the focus on close. By default it is the element that had the focus before. */
  opener?: HTMLElement | null
  /** The element that receives the focus instead, if it returns one. */
  focusAfterwards?: () => HTMLElement | null
}

/**
 * State of a dialog about a subject. The subject is kept during the closing animation. `opening` is
 * a key that makes each opening a fresh dialog.
 */
export function useDialog<T>() {
  const [asked, setAsked] = useState<{ subject: T; opener: HTMLElement | null }>()
  const [open, setOpen] = useState(false)
  const show = useCallback((subject: T, opener: HTMLElement | null = null) => {
    setAsked({ subject, opener })
    setOpen(true)
  }, [])
  const state: DialogState = {
    open,
    onClose: () => setOpen(false),
    opener: asked?.opener ?? null,
  }
  return { subject: asked?.subject, opening: useOpenings(open), show, state }
}
