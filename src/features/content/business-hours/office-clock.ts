import type { BusinessHours } from '#contract/business-hours.ts'
import { isOpen } from './open-hours.ts'

export type OfficeClock = { time: string; open: boolean }

/** The firm's local time, for example `{ time: '12:04 PM', open: true }`. */
export function officeClock(hours: BusinessHours, now: Date): OfficeClock {
  const time = now.toLocaleTimeString('en-US', {
    timeZone: hours.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })
  return { time, open: isOpen(hours, 'chat', now) }
}
