import { useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'
import { useHydrated } from './browser-state.ts'

/**
 * Mounted after hydration: until then the browser restores positions, and the router's inline
 * script would read storage before the first paint. The router scrolls between the effects of the
 * two OnNewPage components: instantly on a new page, smoothly within one.
 */
export function ScrollPositions() {
  if (!useHydrated()) return null
  return (
    <>
      <OnNewPage scrollBehavior="auto" />
      <ScrollRestoration />
      <OnNewPage scrollBehavior="" />
    </>
  )
}

function OnNewPage({ scrollBehavior }: { scrollBehavior: string }) {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const root = document.documentElement
    root.style.scrollBehavior = scrollBehavior
    // Reading the style forces Chromium to apply it before scrolling to the top.
    void getComputedStyle(root).scrollBehavior
  }, [pathname, scrollBehavior])
  return null
}
