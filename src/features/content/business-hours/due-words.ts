import { formatMoment } from './reply-time.ts'

/**
 * Formats a due time for use after "by". Midnight at the start of a date reads as the end of the
 * previous date.
 *
 * @param dateOf formats a date such as 'Monday, November 30'.
 * @param momentOf formats a moment such as 'Mon, Nov 30, 9:04 AM'.
 */
export function dueInWords(
  at: Date,
  dateOf: (at: Date) => string,
  momentOf: (at: Date) => string,
): string {
  const before = dateOf(new Date(at.getTime() - 1))
  return before === dateOf(at) ? momentOf(at) : `the end of ${before}`
}

/** Uses the locale and time zone of the browser. */
export function formatDue(at: Date): string {
  const dateOf = (at: Date) =>
    at.toLocaleDateString([], { weekday: 'long', month: 'long', day: 'numeric' })
  return dueInWords(at, dateOf, formatMoment)
}
