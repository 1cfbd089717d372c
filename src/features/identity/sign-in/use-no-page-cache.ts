import { useEffect } from 'react'

/**
 * Keeps a page behind the login out of the back/forward cache: blanks it on leaving and reloads it
 * when Back or Forward restores it, because the session may have ended since.
 */
export function useNoPageCache(): void {
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
