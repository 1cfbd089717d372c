import { useEffect, useState } from 'react'
import { brand } from '../../../brand.ts'
import { isOpen } from './office-hours.ts'

/**
 * The company's local time, e.g. `{ time: '12:04 PM', open: true }`, or null until the page runs in
 * a browser: the server's minute would be wrong in a stored page.
 */
export function useOfficeClock(): { time: string; open: boolean } | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now && officeClock(now)
}

export function officeClock(now: Date): { time: string; open: boolean } {
  const time = now.toLocaleTimeString('en-US', {
    timeZone: brand.hours.zone,
    hour: 'numeric',
    minute: '2-digit',
  })
  return { time, open: isOpen(now) }
}
