import { useEffect } from 'react'

/** Reloads a page that Back or Forward restores, because the session may have ended since. */
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
