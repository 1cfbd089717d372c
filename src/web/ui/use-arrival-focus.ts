import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { openLayer } from './escape.ts'
import { focusHeading } from './focus-heading.ts'

/** @returns true once a heading has the focus, or the focus is already somewhere else. */
function arrive(): boolean {
  const main = document.getElementById('content')
  const focused = document.activeElement
  if (!main || main.contains(focused) || focused?.closest(openLayer)) return true
  return focusHeading()
}

/**
 * Moves the focus to the heading of a new screen as soon as there is one, unless something in the
 * screen already has it. On Back and Forward, the screen itself restores the focus.
 */
export function useArrivalFocus(): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (isBack || arrive()) return
    const ending = new AbortController()
    const { signal } = ending
    const loading = new MutationObserver(() => arrive() && ending.abort())
    signal.addEventListener('abort', () => loading.disconnect())
    loading.observe(document.body, { childList: true, subtree: true })
    for (const type of ['keydown', 'pointerdown']) {
      addEventListener(type, () => ending.abort(), { capture: true, signal })
    }
    return () => ending.abort()
  }, [pathname, isBack])
}
