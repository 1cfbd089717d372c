const parts = (zone: string, at: Date, options: Intl.DateTimeFormatOptions) =>
  at.toLocaleString('en-US', { timeZone: zone, ...options })

const clock = { hour: 'numeric', minute: '2-digit' } as const

/** 'GMT-5', or just 'GMT' where the offset is zero. */
function offsetOf(zone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return name?.replace(/\+0$/, '') ?? 'GMT'
}

/** 'Tue, Nov 24, 10:00 AM GMT-5' */
export function briefly(zone: string, at: Date): string {
  const day = parts(zone, at, { weekday: 'short', month: 'short', day: 'numeric' })
  return `${day}, ${parts(zone, at, clock)} ${offsetOf(zone, at)}`
}

const dayMs = 86_400_000

/** 'Tue 10:00 AM', or 'Tue, Nov 24, 10:00 AM' from the seventh day on. */
export function shortly(zone: string, at: Date, now = Date.now()): string {
  const isNear = Math.abs(at.getTime() - now) < 6 * dayMs
  const date = { weekday: 'short', month: 'short', day: 'numeric' } as const
  if (!isNear) return `${parts(zone, at, date)}, ${parts(zone, at, clock)}`
  return `${parts(zone, at, { weekday: 'short' })} ${parts(zone, at, clock)}`
}

/** 'Tuesday, November 24, 2026, 10:00 AM (America/New_York, GMT-5)' */
export function inWords(zone: string, at: Date): string {
  const day = parts(zone, at, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
  return `${day}, ${parts(zone, at, clock)} (${zone}, ${offsetOf(zone, at)})`
}

/** The time in the reader's zone, and on a second line in the firm's zone if the clocks differ. */
export function inBothZones(zone: string, firmZone: string, at: Date): string {
  const isSame = offsetOf(zone, at) === offsetOf(firmZone, at)
  return [inWords(zone, at), ...(isSame ? [] : [inWords(firmZone, at)])].join('\n')
}
