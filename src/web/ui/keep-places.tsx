import { useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/**
 * Keeps the place of each page that is left within the site. Not before the client code has come: until
 * then the browser does it, and the router's inline script would read storage before the first paint.
 * The router scrolls between the two others: a page begins where it is read, only within it one glides.
 */
export function KeepPlaces() {
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
    // Chromium scrolls to the very top by the style it has, so it has to have this one.
    void getComputedStyle(root).scrollBehavior
  }, [pathname, scrollBehavior])
  return null
}
