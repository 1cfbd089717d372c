import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { openLayer } from './escape.ts'

export type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | null)

/**
 * Remembers who opened a layer and gives the focus back when it closes: to `target` when given, else
 * to the opener, else (the opener is gone, for example a deleted row) to the heading of the page.
 * `opening` counts the openings. As the key of the layer it makes one that is opened while it still
 * fades away a new one, which takes the focus as any other.
 */
export function useReturnFocus(open: boolean, target?: FocusTarget) {
  const opener = useRef<Element | null>(null)
  const [seen, setSeen] = useState({ open, opening: 0 })
  if (seen.open !== open) setSeen({ open, opening: seen.opening + (open ? 1 : 0) })
  return {
    opening: seen.opening,
    remember() {
      const { activeElement } = document
      const reopened = activeElement === document.body && opener.current?.isConnected
      if (!reopened) opener.current = activeElement
    },
    giveBack(event: Event) {
      event.preventDefault()
      const wanted = typeof target === 'function' ? target() : target?.current
      const candidates = [wanted, opener.current, document.querySelector('main h1')]
      // The focus comes back a task later; a layer opened in between keeps it.
      const layer = document.activeElement?.closest(openLayer)
      if (layer && !candidates.some((element) => layer.contains(element ?? null))) return
      opener.current = null
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
