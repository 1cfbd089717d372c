import { type RefObject, type SyntheticEvent, useRef } from 'react'

export type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | null)

/**
 * Remembers who opened a layer and gives the focus back when it closes: to `target` when given, else
 * to the opener, else (the opener is gone, for example a deleted row) to the heading of the page.
 */
export function useReturnFocus(target?: FocusTarget) {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      opener.current = document.activeElement
    },
    giveBack(event: Event) {
      event.preventDefault()
      const wanted = typeof target === 'function' ? target() : target?.current
      const candidates = [wanted, opener.current, document.querySelector('main h1')]
      for (const element of candidates) {
        if (!(element instanceof HTMLElement) || !element.isConnected) continue
        if (element === document.body) continue
        if (element.matches('h1, h2, h3') && !element.hasAttribute('tabindex')) {
          element.tabIndex = -1
        }
        element.focus()
        if (document.activeElement === element) return
      }
    },
  }
}

/** For the mousedown of an overlay: a click beside a dialog must not take the focus out of it. */
export function keepFocus(event: SyntheticEvent): void {
  event.preventDefault()
}
