import { useEffect, useState } from 'react'
import type { BusinessHours } from '#contract/business-hours.ts'
import type { OfficeClock } from './office-clock.ts'

/**
 * The firm's local time, or null until the page runs in a browser, because the server's minute
 * would be wrong in a cached page. The code for the calculation loads after the page, which does
 * not wait for it.
 */
export function useOfficeClock(hours: BusinessHours): OfficeClock | null {
  const [clock, setClock] = useState<OfficeClock | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let left = false
    import('./office-clock.ts').then(
      ({ officeClock }) => {
        if (left) return
        const tick = () => setClock(officeClock(hours, new Date()))
        tick()
        timer = setInterval(tick, 15_000)
      },
      () => {},
    )
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [hours])
  return clock
}
