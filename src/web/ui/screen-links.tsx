import { useEffect } from 'react'
import { isNativeNavigation, linkOf, unserved } from './document-links.ts'
import { whenIdle } from './lazy-code.tsx'
import { loadAllScreens, loadScreen, missingScreens } from './screen-code.ts'

async function follow(link: HTMLAnchorElement): Promise<void> {
  unserved.set(undefined)
  const outcome = await loadScreen(link.pathname)
  if (outcome === 'ready') link.click()
  else if (outcome === 'gone') location.assign(link.href)
  else unserved.set({ kind: 'page', again: () => void follow(link) })
}

/**
 * Follows the links of a layout only once the code of the target page is loaded, and prefetches
 * that code when the page is idle. It does not use the router's blocker, which would log a
 * complaint for every link within the page.
 */
export function ScreenLinks({ layout }: { layout: string }) {
  useEffect(() => whenIdle(() => void loadAllScreens(layout), { afterMs: 5_000 }), [layout])
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = linkOf(event)
      // A link that opens a dialog instead of its page does not need the code of the page.
      if (!link || link.ariaHasPopup || !isNativeNavigation(link, event)) return
      if (missingScreens(link.pathname).length === 0) return
      event.preventDefault()
      event.stopPropagation()
      void follow(link)
    }
    // Capturing makes this run before the router's handler.
    addEventListener('click', onClick, true)
    return () => removeEventListener('click', onClick, true)
  }, [])
  return null
}
