import { type RefObject, useEffect } from 'react'
import { useMedia } from '#web/ui/browser-state.ts'

/** On phones the panel covers the screen: the page beneath is inert, but toasts stay reachable. */
export function useModalWhenNarrow(panel: RefObject<HTMLElement | null>, open: boolean): boolean {
  const narrow = useMedia('(width < 480px)')
  const modal = open && narrow
  useEffect(() => {
    if (!modal) return
    const beneath = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        !element.contains(panel.current) &&
        !element.matches('.toast-viewport') &&
        !element.inert,
    )
    const bubble = document.getElementById('chat-bubble')
    if (bubble) beneath.push(bubble)
    for (const element of beneath) element.inert = true
    document.documentElement.classList.add('scroll-locked')
    return () => {
      for (const element of beneath) element.inert = false
      document.documentElement.classList.remove('scroll-locked')
    }
  }, [modal, panel])
  return modal
}
