export const minuteMs = 60_000
export const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds by which local time is ahead of UTC. An unknown zone is a RangeError. */
function offsetAt(zone: string, at: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  // The format yields `11/20/2026, GMT-08:00`, or just `GMT`.
  return -Date.parse(`1970-01-01T00:00${format.format(at).split('GMT')[1] || 'Z'}`)
}

const offsets = new Map<string, number>()
const maxOffsets = 5_000

/**
 * The offset at the start of a UTC day. It is cached, because Intl is slow and the same days recur.
 */
function offsetOn(zone: string, day: number): number {
  const key = `${zone} ${day}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  if (offsets.size >= maxOffsets) offsets.clear()
  const offset = offsetAt(zone, day * dayMs)
  offsets.set(key, offset)
  return offset
}

/** The date of a moment in a zone, in days since January 1, 1970. */
export function dayAt(zone: string, at: number): number {
  return Math.floor((at + offsetAt(zone, at)) / dayMs)
}

/**
 * Converts minutes of a date's local time to instants. A time that does not exist is moved forward
 * by the gap. If a time exists twice, an opening takes the first and a closing the second.
 */
export function clockOf(zone: string, day: number): (minute: number, isClosing: boolean) => number {
  const before = offsetOn(zone, day - 1)
  const after = offsetOn(zone, day + 2)
  return (minute, isClosing) => {
    const local = day * dayMs + minute * minuteMs
    if (before === after) return local - before
    const existsBefore = offsetAt(zone, local - before) === before
    const existsAfter = offsetAt(zone, local - after) === after
    return local - (existsAfter && (isClosing || !existsBefore) ? after : before)
  }
}

/** The first moment of a date in a zone. @param day days since January 1, 1970 */
export function startOfDay(zone: string, day: number): Date {
  return new Date(clockOf(zone, day)(0, false))
}

/** The first moment of the next date in a zone. */
export function nextDay(zone: string, at: Date): Date {
  return startOfDay(zone, dayAt(zone, at.getTime()) + 1)
}
