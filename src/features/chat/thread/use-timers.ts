import { useEffect, useState } from 'react'

/** The value once it has been stable for `ms`, and `initial` until then. This hides flicker. */
export function useStableValue<T>(value: T, ms: number, initial = value): T {
  const [rested, setRested] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
