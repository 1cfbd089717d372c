import { type RefObject, type SyntheticEvent, useRef } from 'react'
import { openLayer } from './escape.ts'
import { useOpenings } from './use-openings.ts'

export type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | null)

/**
 * On close, the focus goes to `target`, or else to the opener, or else to the page heading. Used as
 * the key of a layer, `opening` remounts one that is reopened during its closing animation.
 */
export function useReturnFocus(open: boolean, target?: FocusTarget) {
  const opener = useRef<Element | null>(null)
  const opening = useOpenings(open)
  return {
    opening,
    remember() {
      const { activeElement } = document
      const reopened = activeElement === document.body && opener.current?.isConnected
      if (!reopened) opener.current = activeElement
    },
    giveBack(event: Event) {
      event.preventDefault()
      const wanted = typeof target === 'function' ? target() : target?.current
      const candidates = [wanted, opener.current, document.querySelector('main h1')]
      // The focus returns in a later task. A layer opened in between keeps it.
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

/** A mousedown handler for overlays: a click outside a dialog must not take the focus out of it. */
export function preventBlur(event: SyntheticEvent): void {
  event.preventDefault()
}
