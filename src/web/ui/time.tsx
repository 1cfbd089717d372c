import { useHydrated } from './browser-state.ts'

type Format = 'date' | 'datetime' | 'time'

const formats: Record<Format, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
}

/** The server uses the US format, like most visitors, so that hydration changes little. */
const serverDay = new Intl.DateTimeFormat('en-US', { ...formats.date, timeZone: 'UTC' })

/**
 * `value` is ISO 8601. The server knows neither locale nor time zone, so its HTML shows the UTC day
 * until hydration. With `calendarDay` it is a day without a time, the same in every time zone.
 */
export function Time(props: {
  value: string
  format?: Format
  calendarDay?: boolean
  className?: string
}) {
  const { value, format = 'date', calendarDay = false, className } = props
  const hydrated = useHydrated()
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return <span className={className}>{value}</span>
  const iso = moment.toISOString()
  const day = iso.slice(0, 10)
  return (
    <time
      dateTime={calendarDay ? day : iso}
      title={hydrated ? relativeTime(moment, new Date()) : undefined}
      className={className}
    >
      {hydrated ? absoluteTime(moment, format, calendarDay) : serverDay.format(moment)}
    </time>
  )
}

function absoluteTime(moment: Date, format: Format, calendarDay: boolean): string {
  const options = calendarDay ? { ...formats.date, timeZone: 'UTC' } : formats[format]
  return new Intl.DateTimeFormat(undefined, options).format(moment)
}

/** Reads, for example, 'Nov 24, 2026' in this browser's time zone, for names of controls. */
export const dayWords = (iso: string): string => absoluteTime(new Date(iso), 'date', false)

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** For example "3 days ago" or "in 2 hours". */
export function relativeTime(moment: Date, now: Date, locale?: string): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit)
  }
  return words.format(Math.trunc(seconds), 'second')
}
