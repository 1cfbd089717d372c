import { clockOf, dayAt } from '#features/content/business-hours/zone-clock.ts'

/** `from` and `to` are HH:MM. `days` are the weekdays on which the hours begin (Monday = 1). */
export type QuietHours = {
  from: string
  to: string
  days: readonly number[]
  zone: string
  overdueBreaks: boolean
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The end of the quiet hours at a moment; null outside quiet hours. */
export function quietUntil({ from, to, days, zone }: QuietHours, at: Date): Date | null {
  const now = at.getTime()
  const today = dayAt(zone, now)
  for (const day of [today - 1, today]) {
    if (!days.includes(((day + 3) % 7) + 1)) continue
    const starts = clockOf(zone, day)(minutes(from), false)
    const ends = clockOf(zone, to <= from ? day + 1 : day)(minutes(to), true)
    if (starts <= now && now < ends) return new Date(ends)
  }
  return null
}
