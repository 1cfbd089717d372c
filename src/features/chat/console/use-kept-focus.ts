import { type RefObject, useEffect } from 'react'

/** Moves the focus to the selected tab when the focused element of the list disappears. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = list
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
  }, [list])
}
