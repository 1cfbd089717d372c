import type { InboxItem } from '../deadlines/contract.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** For example '12 min', '3 h' or '4 days'; at least one minute. */
export function spanWords(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}

export const isOpen = ({ metAt, waivedAt }: Pick<InboxItem, 'metAt' | 'waivedAt'>): boolean =>
  !metAt && !waivedAt

export const isOverdue = (item: InboxItem, now: number): boolean =>
  isOpen(item) && Date.parse(item.dueAt) <= now

/** For example 'Due in 3 h' or 'Overdue 2 h'. */
export function dueWords(dueAt: string, now: number): string {
  const left = Date.parse(dueAt) - now
  return left > 0 ? `Due in ${spanWords(left)}` : `Overdue ${spanWords(-left)}`
}

/** '9:00 AM' if today, 'Tue 9:00 AM' within a week, otherwise with the date. */
export function momentWords(at: Date, now: number, locale?: string): string {
  const isToday = at.toDateString() === new Date(now).toDateString()
  const isNear = Math.abs(at.getTime() - now) < 6 * dayMs
  const day = isNear ? !isToday && { weekday: 'short' } : { month: 'short', day: 'numeric' }
  return at.toLocaleString(locale, {
    ...(day as Intl.DateTimeFormatOptions),
    hour: 'numeric',
    minute: '2-digit',
  })
}
