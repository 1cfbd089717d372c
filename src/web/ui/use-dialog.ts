import { useCallback, useState } from 'react'
import { useOpenings } from './use-openings.ts'

export type DialogState = { open: boolean; onClose: () => void; opener: HTMLElement | null }

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
