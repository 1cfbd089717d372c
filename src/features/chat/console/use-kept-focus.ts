import { type RefObject, useEffect } from 'react'

/** Moves the focus to the panel's selected tab when the focused element, such as a chat, disappears. */
export function useKeptFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = panel
    if (!current) return
    let last: EventTarget | null = null
    const follow = ({ target }: FocusEvent) => {
      last = target
    }
    const observer = new MutationObserver(() => {
      if (!(last instanceof HTMLElement) || last.isConnected) return
      last = null
      if (document.activeElement !== document.body) return
      current.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
    })
    current.addEventListener('focusin', follow)
    observer.observe(current, { childList: true, subtree: true })
    return () => {
      current.removeEventListener('focusin', follow)
      observer.disconnect()
    }
  }, [panel])
}
