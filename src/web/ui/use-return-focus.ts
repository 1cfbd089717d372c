import { type SyntheticEvent, useRef } from 'react'
import { openLayer } from './escape.ts'
import type { DialogState } from './use-dialog.ts'
import { useOpenings } from './use-openings.ts'

/**
 * On close, the focus goes to the first that is there: what `focusAfterwards` returns, the opener,
 * the element that had it before, the page heading. Used as the key of a layer, `opening` remounts
 * one that is reopened during its closing animation.
 */
export function useReturnFocus({ open, opener, focusAfterwards }: DialogState) {
  const before = useRef<Element | null>(null)
  const opening = useOpenings(open)
  return {
    opening,
    remember() {
      const { activeElement } = document
      const reopened = activeElement === document.body && before.current?.isConnected
      if (!reopened) before.current = activeElement
    },
    giveBack(event: Event) {
      event.preventDefault()
      const heading = document.querySelector('main h1')
      const candidates = [focusAfterwards?.(), opener, before.current, heading]
      // The focus returns in a later task. A layer opened in between keeps it.
      const layer = document.activeElement?.closest(openLayer)
      if (layer && !candidates.some((element) => layer.contains(element ?? null))) return
      before.current = null
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
