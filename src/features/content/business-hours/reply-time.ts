const hourMs = 3_600_000

/** Returns, for example, 'Sat, Nov 21, 12:04 PM' in the locale and time zone of the browser. */
export function formatMoment(moment: Date): string {
  return moment.toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** Adds hours regardless of business hours. */
export function addClockHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * hourMs)
}

/** Returns, for example, '24 hours', '1 hour' or '90 minutes'. */
export function hoursInWords(hours: number): string {
  const seconds = Math.round(hours * 3600)
  const [size, unit] =
    seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second']
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
