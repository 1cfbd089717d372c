import { useEffect } from 'react'
import { createStore } from '../store.ts'

/** Could not be loaded. */
export const missingDocument = createStore<string | undefined>(undefined)

/**
 * Leaves the app for a document, or downloads it, once the server answers: otherwise the page of
 * the browser's error would take the place of the app.
 */
export async function loadDocument(address: string): Promise<void> {
  missingDocument.set(undefined)
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer && answer.status < 500) location.assign(address)
  else missingDocument.set(address)
}

/** Not one that the router takes, or that opens a tab or another program. */
function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
  const isHere = link.pathname + link.search === location.pathname + location.search
  return (
    !(defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) &&
    !(link.target || (isHere && link.hash)) &&
    link.origin === location.origin
  )
}

export function useDocumentLinks(): void {
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const { target } = event
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
      if (!link) return
      missingDocument.set(undefined)
      if (!leadsAway(link, event)) return
      event.preventDefault()
      void loadDocument(link.href)
    }
    // React listens on the document, and so the router has come first.
    addEventListener('click', onClick)
    return () => removeEventListener('click', onClick)
  }, [])
}
