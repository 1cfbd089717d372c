import { useEffect, useState } from 'react'
import { brand } from '../../brand.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * The time at the company now, e.g. `{ time: '12:04 PM', open: true }`, or null before the page
 * runs in a browser: a server's minute would be wrong in a stored page.
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

/** The company's wall clock at `now`, and whether somebody answers then. */
export function officeClock(now: Date): { time: string; open: boolean } {
  const { zone, days, chat } = brand.hours
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const weekday = dayNames.indexOf(parts.find(({ type }) => type === 'weekday')?.value ?? '')
  const hour = Number(parts.find(({ type }) => type === 'hour')?.value)
  return {
    time: now.toLocaleTimeString('en-US', {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
    }),
    open: days.includes(weekday === 0 ? 7 : weekday) && hour >= chat.opens && hour < chat.closes,
  }
}

/** A full hour as people say it: 9 → `9 AM`, 17 → `5 PM`, 12 → `12 PM`. */
export function spokenHour(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}
