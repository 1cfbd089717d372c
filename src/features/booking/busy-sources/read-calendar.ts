import ical, { type CalendarComponent, type DateWithTimeZone, type VEvent } from 'node-ical'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { clockOf, dayMs } from '#features/content/business-hours/zone-clock.ts'
import { merged } from './stored.ts'

export type CalendarTask = {
  text: string
  /** Of the host, IANA: all-day events and times without a zone are in it. */
  zone: string
  /** Milliseconds since 1970. */
  from: number
  to: number
  /** Of the host: what they declined keeps nobody away. */
  email: string | null
  /** Ends the UIDs of our own invitations. */
  ownHost: string
}

export type ReadCalendar = { spans: Span[] } | { error: 'too_large' | 'not_a_calendar' }

const mostEvents = 5_000
const mostOccurrences = 20_000

/** Time in an unknown zone is somewhere in this much before and after. */
const anyZoneMs = dayMs

class TooLarge extends Error {}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

/** Gives times without a zone that of the host. Lines of zones stay: theirs are of the wall clock. */
function withZone(text: string, zone: string): string {
  const unfolded = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  let inZone = false
  const lines = unfolded.map((line) => {
    if (/^(BEGIN|END):VTIMEZONE/i.test(line)) inZone = /^BEGIN/i.test(line)
    if (inZone || !/^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)[;:]/i.test(line)) return line
    const [head = '', ...values] = line.split(':')
    const isFloating = /^\d{8}T\d{6}(,\d{8}T\d{6})*$/.test(values.join(':').trim())
    return isFloating && !/;TZID=/i.test(head) ? `${head};TZID=${zone}:${values.join(':')}` : line
  })
  return lines.join('\r\n')
}

function isKnownZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** A day of the library: its date is that of the machine's zone. */
const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs

function spanOf(
  start: DateWithTimeZone,
  end: Date | undefined,
  zone: string,
  isDay: boolean,
): Span {
  if (isDay) {
    const first = dayOf(start)
    const last = Math.max(first + 1, end ? dayOf(end) : first + 1)
    return { opens: clockOf(zone, first)(0, false), closes: clockOf(zone, last)(0, false) }
  }
  const span = { opens: start.getTime(), closes: Math.max(start.getTime(), end?.getTime() ?? 0) }
  if (!start.tz || isKnownZone(start.tz)) return span
  return { opens: span.opens - anyZoneMs, closes: span.closes + anyZoneMs }
}

function isDeclined({ attendee }: VEvent, email: string | null): boolean {
  if (!email) return false
  return [attendee ?? []].flat().some((one) => {
    if (typeof one === 'string') return false
    const address = one.val.replace(/^mailto:/i, '').toLowerCase()
    return address === email.toLowerCase() && one.params?.PARTSTAT === 'DECLINED'
  })
}

function blocks(event: VEvent, { email, ownHost }: CalendarTask): boolean {
  if (event.status === 'CANCELLED' || event.transparency === 'TRANSPARENT') return false
  if (/^[\da-f-]{36}@/.test(event.uid) && event.uid.endsWith(`@${ownHost}`)) return false
  return !isDeclined(event, email)
}

const isDate = (value: unknown): value is DateWithTimeZone =>
  value instanceof Date && !Number.isNaN(value.getTime())

function* spansOfEvent(event: VEvent, task: CalendarTask): Generator<Span> {
  const { from, to, zone } = task
  if (!isDate(event.start)) throw new Error('an event without a beginning')
  const range = { from: new Date(from - dayMs), to: new Date(to + dayMs), expandOngoing: true }
  try {
    for (const one of ical.expandRecurringEvent(event, range)) {
      if (!blocks({ ...one.event, uid: event.uid }, task)) continue
      yield spanOf(one.start, one.end, zone, one.isFullDay)
    }
  } catch (error) {
    if (error instanceof TooLarge) throw error
    // Not understood: it may repeat at any time.
    if (blocks(event, task)) yield { opens: event.start.getTime() - anyZoneMs, closes: to }
  }
}

function* spansOfItem(item: CalendarComponent, task: CalendarTask): Generator<Span> {
  if (item.type === 'VEVENT') yield* spansOfEvent(item, task)
  if (item.type !== 'VFREEBUSY') return
  for (const { type, start, end } of item.freebusy ?? []) {
    if (type === 'FREE') continue
    if (!isDate(start) || !isDate(end)) throw new Error('a busy time without an end')
    yield spanOf(start, end, task.zone, false)
  }
}

/** When a calendar is busy; titles and places are read by nobody. May take long: see `reading`. */
export function readCalendar(task: CalendarTask): ReadCalendar {
  const { text, zone, from, to } = task
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return { error: 'not_a_calendar' }
  if (count(text, /^BEGIN:VEVENT/gim) > mostEvents) return { error: 'too_large' }
  if (/FREQ=SECONDLY/i.test(text)) return { error: 'too_large' }
  try {
    const spans: Span[] = []
    for (const item of Object.values(ical.sync.parseICS(withZone(text, zone)))) {
      if (!item || !('type' in item)) continue
      for (const span of spansOfItem(item as CalendarComponent, task)) {
        if (spans.length >= mostOccurrences) throw new TooLarge()
        if (span.closes > from && span.opens < to && span.opens < span.closes) spans.push(span)
      }
    }
    return { spans: merged(spans) }
  } catch (error) {
    return { error: error instanceof TooLarge ? 'too_large' : 'not_a_calendar' }
  }
}
