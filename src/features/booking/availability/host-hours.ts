import type { BusinessHours, OpenInterval, WeekInterval } from '#contract/business-hours.ts'
import { spansBetween } from '#features/content/business-hours/business-minutes.ts'
import {
  holidayOn,
  type Span,
  spansOf,
  spansOn,
  weekIntervalsOn,
} from '#features/content/business-hours/open-hours.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'

/** A host's own week in a zone of their own; it replaces the firm's. */
export type OwnHours = { zone: string; week: WeekInterval[] }

/** `until`: the end of the last of the spans that follow without a break, also past midnight. */
export type OpenSpan = Span & { until: number }

/** The intersection of two lists of intervals. */
function shared(first: OpenInterval[], second: OpenInterval[]): OpenInterval[] {
  const later = (a: string, b: string) => (a > b ? a : b)
  const earlier = (a: string, b: string) => (a < b ? a : b)
  return first.flatMap((one) =>
    second
      .map((other) => ({
        opens: later(one.opens, other.opens),
        closes: earlier(one.closes, other.closes),
      }))
      .filter(({ opens, closes }) => opens < closes),
  )
}

/**
 * When a host takes calls, in order: every span that overlaps the given time, in full. Those
 * that meet at midnight stay two. A holiday replaces the firm's hours and limits a host's own.
 *
 * @param own null for the firm's hours.
 * @param timeOff milliseconds since 1970, in any order.
 */
export function hostSpans(
  firm: BusinessHours,
  own: OwnHours | null,
  timeOff: readonly Span[],
  from: number,
  to: number,
): OpenSpan[] {
  const zone = own?.zone ?? firm.timeZone
  const spansOnDay = (day: number) => {
    if (!own) return spansOn(firm, 'office', day)
    const intervals = weekIntervalsOn(own.week, day)
    const holiday = holidayOn(firm, day)
    return spansOf(zone, day, holiday ? shared(intervals, holiday.office) : intervals)
  }
  // No span is longer than a day, so those at either end are not cut.
  const margin = 2 * dayMs
  const open = [...spansBetween(zone, spansOnDay, from - margin, to + margin)]
  const away = timeOff.toSorted((a, b) => a.opens - b.opens)
  const parts: OpenSpan[] = []
  for (const part of open.flatMap((span) => without(span, away)).reverse()) {
    const next = parts[0]
    parts.unshift({ ...part, until: next?.opens === part.closes ? next.until : part.closes })
  }
  return parts.filter(({ opens, closes }) => opens < to && closes > from)
}

/** The remaining parts of a span. @param away in order. */
function without(span: Span, away: readonly Span[]): Span[] {
  const left: Span[] = []
  let opens = span.opens
  for (const off of away) {
    if (off.closes <= opens || off.opens >= span.closes) continue
    if (off.opens > opens) left.push({ opens, closes: off.opens })
    opens = off.closes
  }
  return opens < span.closes ? [...left, { opens, closes: span.closes }] : left
}
