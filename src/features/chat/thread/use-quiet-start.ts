import { useEffect, useState } from 'react'

/**
 * True until the log's history is loaded and rendered, so that screen readers do not read out old
 * messages.
 */
export function useQuietStart(loading: boolean): boolean {
  const [quiet, setQuiet] = useState(true)
  useEffect(() => {
    if (loading) return setQuiet(true)
    const timer = setTimeout(() => setQuiet(false), 100)
    return () => clearTimeout(timer)
  }, [loading])
  return loading || quiet
}
