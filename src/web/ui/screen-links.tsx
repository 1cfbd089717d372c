import { useEffect } from 'react'
import { leadsAway, linkOf, unserved } from './document-links.ts'
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
 * Follows the links of a layout once the code of their pages is here, and fetches it when the page
 * is idle. No blocker of the router, which would complain about every link to a part of the page.
 */
export function ScreenLinks({ layout }: { layout: string }) {
  useEffect(() => whenIdle(() => void loadAllScreens(layout), { afterMs: 5_000 }), [layout])
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = linkOf(event)
      // One that opens a dialog in place of its page needs no code of the page.
      if (!link || link.ariaHasPopup || !leadsAway(link, event)) return
      if (missingScreens(link.pathname).length === 0) return
      event.preventDefault()
      event.stopPropagation()
      void follow(link)
    }
    // Before the router.
    addEventListener('click', onClick, true)
    return () => removeEventListener('click', onClick, true)
  }, [])
  return null
}
