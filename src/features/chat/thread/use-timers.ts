import { useEffect, useState } from 'react'

export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, running])
  return now
}

/** The value once it has been stable for `ms`, and `initial` until then. This hides flicker. */
export function useStableValue<T>(value: T, ms: number, initial = value): T {
  const [rested, setRested] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
