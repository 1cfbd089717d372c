import { formatMoment } from './reply-time.ts'

/**
 * A due time as people say it, for behind "by": at the beginning of a date, the end of the one
 * before.
 *
 * @param dateOf such as 'Monday, November 30'.
 * @param momentOf such as 'Mon, Nov 30, 9:04 AM'.
 */
export function dueInWords(
  at: Date,
  dateOf: (at: Date) => string,
  momentOf: (at: Date) => string,
): string {
  const before = dateOf(new Date(at.getTime() - 1))
  return before === dateOf(at) ? momentOf(at) : `the end of ${before}`
}

/** In the browser's locale and zone. */
export function formatDue(at: Date): string {
  const dateOf = (at: Date) =>
    at.toLocaleDateString([], { weekday: 'long', month: 'long', day: 'numeric' })
  return dueInWords(at, dateOf, formatMoment)
}
