const hourMs = 3_600_000

/** 'Sat, Nov 21, 12:04 PM', in the browser's locale and zone. */
export function formatMoment(moment: Date): string {
  return moment.toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** Hours of the clock on the wall, open or not. */
export function addClockHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * hourMs)
}

/** '24 hours', '1 hour', '90 minutes'. */
export function hoursInWords(hours: number): string {
  const seconds = Math.round(hours * 3600)
  const [size, unit] =
    seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second']
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
