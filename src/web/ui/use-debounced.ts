import { useEffect, useState } from 'react'

/** The value, once it has been unchanged for 250 ms. */
export function useDebounced(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
