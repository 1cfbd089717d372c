import { type RefObject, useEffect, useSyncExternalStore } from 'react'

const query = '(width < 480px)'

function subscribe(listener: () => void): () => void {
  const narrow = matchMedia(query)
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/**
 * On a phone the panel is the whole screen: what lies beneath takes neither focus nor scrolling.
 * Messages that pop up stay in reach.
 *
 * @returns whether it is so now.
 */
export function useModalWhenNarrow(panel: RefObject<HTMLElement | null>, open: boolean): boolean {
  const narrow = useSyncExternalStore(subscribe, () => matchMedia(query).matches)
  const modal = open && narrow
  useEffect(() => {
    if (!modal) return
    const beneath = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        !element.contains(panel.current) &&
        !element.querySelector('.toast-viewport') &&
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
