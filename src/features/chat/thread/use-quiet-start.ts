import { useEffect, useState } from 'react'

/**
 * Whether a log must stay quiet: while its history is on its way and until it stands in the page, so
 * that nobody has old messages read out.
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
