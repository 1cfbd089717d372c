import ICAL from 'ical.js'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { clockOf, dayMs } from '#features/content/business-hours/zone-clock.ts'
import { type FindZone, namedZone, unknownZone, zonesOf } from './calendar-zone.ts'
import { parseCalendars } from './parse-calendar.ts'
import { merged } from './stored.ts'

export type CalendarTask = {
  text: string
  /** The host's IANA zone, used for all-day events and for times without a zone. */
  zone: string
  /** Milliseconds since 1970. */
  from: number
  to: number
  /** The host's email address; events that they declined do not count as busy. */
  email: string | null
  /** The host name at the end of the UIDs of our own invitations. */
  ownHost: string
}

export type ReadCalendar = { spans: Span[] } | { error: 'too_large' | 'not_a_calendar' }

/** The maximum within the requested range. */
const maxEvents = 5_000
const maxOccurrences = 20_000

/** A time in an unknown zone may be off by this much in either direction. */
const anyZoneMs = dayMs

class TooLarge extends Error {}

type Scope = { task: CalendarTask; findZone: FindZone }

const msOf = (time: ICAL.Time) => time.toUnixTime() * 1000

/** The times and periods of a property, in their zones; empty if they cannot be parsed. */
function valuesOf(property: ICAL.Property, { findZone }: Scope): (ICAL.Time | ICAL.Period)[] {
  const zone = findZone(property.getFirstParameter('tzid'))
  const place = (time: ICAL.Time | null) => {
    if (time && !time.isDate && time.zone !== ICAL.Timezone.utcTimezone) time.zone = zone
  }
  try {
    const value: unknown = property.getFirstValue()
    if (value instanceof ICAL.Period) for (const time of [value.start, value.end]) place(time)
    else if (value instanceof ICAL.Time) place(value)
    else return []
    return [value]
  } catch {
    return []
  }
}

function timeOf(event: ICAL.Component, name: string, scope: Scope): ICAL.Time | undefined {
  const property = event.getFirstProperty(name)
  const [value] = property ? valuesOf(property, scope) : []
  return value instanceof ICAL.Time ? value : undefined
}

/** The day of a value that cannot be parsed, widened to cover every zone. */
function daysAround(property: ICAL.Property | null): Span[] {
  const [, year, month, day] = /(\d{4})-?(\d\d)-?(\d\d)/.exec(String(property?.jCal[3])) ?? []
  const at = Date.parse(`${year}-${month}-${day}`)
  return Number.isNaN(at) ? [] : [{ opens: at - anyZoneMs, closes: at + dayMs + anyZoneMs }]
}

/** `days` are days of the wall clock, `ms` is elapsed time. */
type Length = { days: number; ms: number; isVague?: boolean }

/** An event takes a whole day if its end cannot be parsed or is before its start. */
function lengthOf(event: ICAL.Component, start: ICAL.Time, scope: Scope): Length {
  const duration: unknown = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration && !duration.isNegative) {
    const { weeks, days, hours, minutes, seconds } = duration
    return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
  }
  const end = timeOf(event, 'dtend', scope)
  const isGiven = duration !== null || event.hasProperty('dtend')
  if (!end) return isGiven ? { days: 1, ms: 0 } : { days: 0, ms: 0 }
  const ms = msOf(end) - msOf(start)
  return ms < 0 ? { days: 1, ms: 0 } : { days: 0, ms, isVague: end.zone === unknownZone }
}

function spanAt(start: ICAL.Time, { days, ms, isVague }: Length, zone: string): Span {
  if (start.isDate) {
    const first = msOf(start) / dayMs
    const last = first + Math.max(1, days + Math.ceil(ms / dayMs))
    return { opens: clockOf(zone, first)(0, false), closes: clockOf(zone, last)(0, false) }
  }
  const end = start.clone()
  end.day += days
  const around = isVague || start.zone === unknownZone ? anyZoneMs : 0
  return { opens: msOf(start) - around, closes: msOf(end) + ms + around }
}

function isDeclined(event: ICAL.Component, email: string | null): boolean {
  if (!email) return false
  return event.getAllProperties('attendee').some((one) => {
    const address = String(one.getFirstValue()).replace(/^mailto:/i, '')
    const isHost = address.toLowerCase() === email.toLowerCase()
    return isHost && one.getFirstParameter('partstat')?.toUpperCase() === 'DECLINED'
  })
}

const textOf = (event: ICAL.Component, name: string) =>
  String(event.getFirstPropertyValue(name) ?? '').trim()

function blocks(event: ICAL.Component, { email, ownHost }: CalendarTask): boolean {
  if (/^CANCELL?ED$/i.test(textOf(event, 'status'))) return false
  if (/^TRANSPARENT$/i.test(textOf(event, 'transp'))) return false
  const uid = textOf(event, 'uid')
  if (/^[\da-f-]{36}@/.test(uid) && uid.endsWith(`@${ownHost}`)) return false
  return !isDeclined(event, email)
}

/**
 * The names by which a day, a wall-clock time without a zone, or an instant may refer to an
 * occurrence.
 */
const namesOf = (time: ICAL.Time) => [`${time.toString().slice(0, 10)}`, `${time}`, `${msOf(time)}`]

/**
 * The names of the occurrences that a property refers to.
 *
 * @param isDay whether the series consists of all-day events.
 */
function meantBy(event: ICAL.Component, name: string, isDay: boolean, scope: Scope): string[] {
  return event.getAllProperties(name).flatMap((property) =>
    valuesOf(property, scope).flatMap((value) => {
      const time = value instanceof ICAL.Period ? value.start : value
      const [day = '', wall = '', instant = ''] = namesOf(time)
      if (isDay || time.isDate) return [day]
      return property.getFirstParameter('tzid') ? [instant] : [instant, wall]
    }),
  )
}

/** An occurrence that differs from its series; with `isRange`, all later ones differ too. */
type Change = { event: ICAL.Component; at: ICAL.Time; start: ICAL.Time; isRange: boolean }

function changeOf(event: ICAL.Component, scope: Scope): Change | undefined {
  const at = timeOf(event, 'recurrence-id', scope)
  const start = timeOf(event, 'dtstart', scope)
  if (!at || !start) return undefined
  const range = event.getFirstProperty('recurrence-id')?.getFirstParameter('range')
  return { event, at, start, isRange: range?.toUpperCase() === 'THISANDFUTURE' }
}

const daily = () => new ICAL.Recur({ freq: 'DAILY' })

/** Converts an end that is only a day or has no zone to the wall clock of the series. */
function fitUntil(rule: ICAL.Recur, start: ICAL.Time, zone: string): void {
  let { until } = rule
  if (!until) return
  if (start.isDate && !until.isDate) {
    until = until.convertToZone(namedZone(zone))
    until.isDate = true
    until.zone = start.zone
  } else if (until.isDate && !start.isDate) {
    const { year, month, day } = until
    const lastSecond = { hour: 23, minute: 59, second: 59 }
    until = new ICAL.Time({ year, month, day, ...lastSecond, isDate: false }, start.zone)
  } else if (until.zone === ICAL.Timezone.localTimezone) until.zone = start.zone
  rule.until = until
}

/** A start shortly before the range that yields the same occurrences within it. */
function closer(rule: ICAL.Recur, start: ICAL.Time, from: number): ICAL.Time {
  const isEven = ['WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'].includes(rule.freq)
  if (rule.count || !isEven) return start
  const days = rule.interval * (rule.freq === 'WEEKLY' ? 7 : 1)
  const later = start.clone()
  later.adjust(days * Math.max(0, Math.floor((from - msOf(start)) / (days * dayMs)) - 1), 0, 0, 0)
  return later
}

function* repeat(
  rule: ICAL.Recur,
  start: ICAL.Time,
  from: number,
  to: number,
): Generator<ICAL.Time> {
  if (rule.freq === 'SECONDLY') throw new TooLarge()
  const iterator = rule.iterator(closer(rule, start, from))
  for (let next = iterator.next(); next && msOf(next) < to; next = iterator.next()) {
    yield next.clone()
  }
}

/** If a rule cannot be parsed, the event may occur on any day at its own time. */
function* repeated(
  event: ICAL.Component,
  start: ICAL.Time,
  zone: string,
  from: number,
  to: number,
): Generator<ICAL.Time> {
  for (const property of event.getAllProperties('rrule')) {
    try {
      const rule: unknown = property.getFirstValue()
      if (!(rule instanceof ICAL.Recur && rule.freq)) throw new Error('no rule')
      fitUntil(rule, start, zone)
      yield* repeat(rule, start, from, to)
    } catch (error) {
      if (error instanceof TooLarge) throw error
      yield* repeat(daily(), start, from, to)
    }
  }
}

/** Moves an occurrence as the change of it and all later ones says. */
function moved(occurrence: ICAL.Time, { at, start }: Change): ICAL.Time {
  const { zone, isDate } = start
  const later = occurrence.convertToZone(zone)
  later.isDate = isDate
  later.addDuration(start.subtractDate(at.convertToZone(zone)))
  return later
}

function* spansOfEvent(
  event: ICAL.Component,
  changes: readonly Change[],
  scope: Scope,
): Generator<Span> {
  const { task } = scope
  const start = timeOf(event, 'dtstart', scope)
  if (!start) {
    const name = event.hasProperty('dtstart') ? 'dtstart' : 'dtend'
    const around = blocks(event, task) ? daysAround(event.getFirstProperty(name)) : []
    for (const span of around)
      yield event.hasProperty('rrule') ? { ...span, closes: task.to } : span
    return
  }
  const length = lengthOf(event, start, scope)
  const names = changes.map((change) => meantBy(change.event, 'recurrence-id', start.isDate, scope))
  const left = new Set([meantBy(event, 'exdate', start.isDate, scope), names].flat(2))
  const ranges = changes.filter(({ isRange }) => isRange).sort((a, b) => msOf(a.at) - msOf(b.at))
  function* spanOf(time: ICAL.Time): Generator<Span> {
    if (namesOf(time).some((name) => left.has(name))) return
    const range = ranges.findLast(({ at }) => msOf(at) <= msOf(time))
    if (!blocks(range?.event ?? event, task)) return
    const own = range ? lengthOf(range.event, range.start, scope) : length
    yield spanAt(range ? moved(time, range) : time, own, task.zone)
  }
  yield* spanOf(start)
  for (const property of event.getAllProperties('rdate')) {
    const [value] = valuesOf(property, scope)
    if (value instanceof ICAL.Period) {
      const isLeft = namesOf(value.start).some((name) => left.has(name))
      if (isLeft || !blocks(event, task)) continue
      yield spanAt(
        value.start,
        { days: 0, ms: msOf(value.getEnd()) - msOf(value.start) },
        task.zone,
      )
    } else if (value) yield* spanOf(value)
    else if (blocks(event, task)) yield* daysAround(property)
  }
  if (![event, ...ranges.map((range) => range.event)].some((one) => blocks(one, task))) return
  const shifts = ranges.map((range) => Math.abs(msOf(range.start) - msOf(range.at)))
  const reach = Math.max(0, ...shifts) + length.ms + (length.days + 2) * dayMs
  for (const time of repeated(event, start, task.zone, task.from - reach, task.to + reach)) {
    if (msOf(time) !== msOf(start)) yield* spanOf(time)
  }
}

function* spansOfPeriods(part: ICAL.Component, scope: Scope): Generator<Span> {
  for (const property of part.getAllProperties('freebusy')) {
    if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue
    const [value] = valuesOf(property, scope)
    if (!(value instanceof ICAL.Period)) yield* daysAround(property)
    else yield { opens: msOf(value.start), closes: msOf(value.getEnd()) }
  }
}

/** The busy spans of all calendars in a file, grouped by event. */
function* spansOfAll(calendars: readonly ICAL.Component[], task: CalendarTask) {
  const all = calendars.map((calendar) => ({
    calendar,
    scope: { task, findZone: zonesOf(calendar, task.zone) },
  }))
  const events = all.flatMap(({ calendar, scope }) =>
    calendar.getAllSubcomponents('vevent').map((event) => ({ event, scope })),
  )
  const changes = Map.groupBy(
    events.flatMap(({ event, scope }) => changeOf(event, scope) ?? []),
    ({ event }) => textOf(event, 'uid'),
  )
  for (const { event, scope } of events) {
    const isChange = event.hasProperty('recurrence-id')
    const ofSeries = isChange ? [] : (changes.get(textOf(event, 'uid')) ?? [])
    yield spansOfEvent(event, ofSeries, scope)
  }
  for (const { calendar, scope } of all) {
    for (const part of calendar.getAllSubcomponents('vfreebusy')) yield spansOfPeriods(part, scope)
  }
}

/** When a calendar is busy. Titles and places are never read. This may take long: see `reading`. */
export function readCalendar(task: CalendarTask): ReadCalendar {
  const { text, from, to } = task
  const isCalendar = /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)
  const calendars = isCalendar && parseCalendars(text.replace(/^\uFEFF/, ''))
  if (!calendars) return { error: 'not_a_calendar' }
  const spans: Span[] = []
  let events = 0
  try {
    for (const ofEvent of spansOfAll(calendars, task)) {
      const before = spans.length
      for (const span of ofEvent) {
        if (span.closes <= from || span.opens >= to || span.opens >= span.closes) continue
        if (spans.length >= maxOccurrences) throw new TooLarge()
        spans.push(span)
      }
      if (spans.length > before) events += 1
      if (events > maxEvents) throw new TooLarge()
    }
  } catch (error) {
    if (error instanceof TooLarge) return { error: 'too_large' }
    throw error
  }
  return { spans: merged(spans) }
}
