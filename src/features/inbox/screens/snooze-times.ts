import { momentWords } from './due-words.ts'

export type SnoozeTime = { label: string; until: Date }

const afternoonHour = 15
const morningHour = 9
const monday = 1

/** A local time of the browser, so that the hour stays the same across clock changes. */
function at(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
}

/** The afternoon is offered only in the morning. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const afternoon = at(now, 0, afternoonHour)
  const daysToMonday = (monday - now.getDay() + 7) % 7 || 7
  return [
    { label: 'In 1 hour', until: new Date(now.getTime() + 3_600_000) },
    ...(afternoon.getTime() - now.getTime() > 3_600_000
      ? [{ label: 'This afternoon', until: afternoon }]
      : []),
    { label: 'Tomorrow morning', until: at(now, 1, morningHour) },
    ...(daysToMonday > 1
      ? [{ label: 'Monday morning', until: at(now, daysToMonday, morningHour) }]
      : []),
  ]
}

/** For example 'Tue 9:00 AM', and whether that is after the due time. */
export function snoozeHint(until: Date, dueAt: string, now: Date, locale?: string): string {
  const isLate = until.getTime() > Date.parse(dueAt)
  return `${momentWords(until, now.getTime(), locale)}${isLate ? ', after the due time' : ''}`
}
