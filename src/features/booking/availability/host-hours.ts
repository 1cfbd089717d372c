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

/** A host's own week, in a zone of its own. It replaces the firm's week. */
export type OwnHours = { zone: string; week: WeekInterval[] }

/** `until` is the end of the last adjacent span, which may be after midnight. */
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
 * When a host takes calls, in order: every span that overlaps the given range, not cut at its ends.
 * Spans that meet at midnight stay separate. A holiday replaces the firm's hours and limits a
 * host's own hours.
 *
 * @param own the host's own hours; null for the firm's.
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
  // No span is longer than a day, so with this margin none of the returned spans is cut.
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

/** The parts of a span that remain. @param away spans in order. */
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
