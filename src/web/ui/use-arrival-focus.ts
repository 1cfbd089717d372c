import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { openLayer } from './escape.ts'
import { focusHeading } from './focus-heading.ts'

/** @returns whether it is done: a heading was there, or something else has the focus by now. */
function arrive(): boolean {
  const main = document.getElementById('content')
  const focused = document.activeElement
  if (!main || main.contains(focused) || focused?.closest(openLayer)) return true
  return focusHeading()
}

/**
 * Another screen gets the focus at its heading, as soon as it has one, unless something in it has
 * the focus. Back and Forward are left to the screen, which may know where one was.
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
