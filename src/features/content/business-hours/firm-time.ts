import type { BusinessHours } from '#contract/business-hours.ts'

type Zone = Pick<BusinessHours, 'timeZone' | 'zoneLabel'>

/** Kept by zone: making one takes as long as storing a row. */
function formatsOf(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  let last: { timeZone: string; format: Intl.DateTimeFormat } | undefined
  return (timeZone) => {
    if (last?.timeZone !== timeZone) {
      const all = { ...options, timeZone, hour: 'numeric', minute: '2-digit' } as const
      last = { timeZone, format: new Intl.DateTimeFormat('en-US', all) }
    }
    return last.format
  }
}

const long = formatsOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const brief = formatsOf({ weekday: 'short', day: 'numeric', month: 'short' })

/** 'Tuesday, November 24, 2026 at 9:04 AM Pacific' */
export function inFirmZone({ timeZone, zoneLabel }: Zone, at: Date): string {
  return `${long(timeZone).format(at)} ${zoneLabel}`
}

/** 'Tue, Nov 24, 9:04 AM Pacific' */
export function brieflyInFirmZone({ timeZone, zoneLabel }: Zone, at: Date): string {
  return `${brief(timeZone).format(at)} ${zoneLabel}`
}
