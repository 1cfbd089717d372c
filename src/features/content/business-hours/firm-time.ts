import type { BusinessHours } from '#contract/business-hours.ts'
import { dueInWords } from './due-words.ts'

type Zone = Pick<BusinessHours, 'timeZone' | 'zoneLabel'>

/** Caches the last format, because creating one takes as long as storing a row. */
function formatsOf(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  let last: { timeZone: string; format: Intl.DateTimeFormat } | undefined
  return (timeZone) => {
    if (last?.timeZone !== timeZone) {
      last = { timeZone, format: new Intl.DateTimeFormat('en-US', { ...options, timeZone }) }
    }
    return last.format
  }
}

const time = { hour: 'numeric', minute: '2-digit' } as const
const long = formatsOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...time })
const brief = formatsOf({ weekday: 'short', day: 'numeric', month: 'short', ...time })
const date = formatsOf({ weekday: 'long', day: 'numeric', month: 'long' })

/** Returns, for example, 'Tuesday, November 24, 2026 at 9:04 AM Pacific'. */
export function inFirmZone({ timeZone, zoneLabel }: Zone, at: Date): string {
  return `${long(timeZone).format(at)} ${zoneLabel}`
}

/** Returns, for example, 'Tue, Nov 24, 9:04 AM Pacific'. */
export function brieflyInFirmZone({ timeZone, zoneLabel }: Zone, at: Date): string {
  return `${brief(timeZone).format(at)} ${zoneLabel}`
}

const dueIn =
  (momentOf: typeof long) =>
  ({ timeZone, zoneLabel }: Zone, at: Date): string =>
    `${dueInWords(at, date(timeZone).format, momentOf(timeZone).format)} ${zoneLabel}`

/** For use after "by": 'the end of Monday, November 30 Pacific', or a moment as in `inFirmZone`. */
export const dueInFirmZone = dueIn(long)

/** Like `dueInFirmZone`, but with a moment as in `brieflyInFirmZone`. */
export const dueBrieflyInFirmZone = dueIn(brief)
