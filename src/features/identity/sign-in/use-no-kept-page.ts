import { useEffect } from 'react'

/**
 * Keeps a page behind the session out of the browser's page cache: it is blank from the moment it is
 * left, and begins anew when Back or Forward brings it up again. The session may have ended since.
 */
export function useNoKeptPage(): void {
  useEffect(() => {
    const blank = () => {
      document.body.hidden = true
    }
    const beginAnew = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pagehide', blank)
    addEventListener('pageshow', beginAnew)
    return () => {
      removeEventListener('pagehide', blank)
      removeEventListener('pageshow', beginAnew)
    }
  }, [])
}
