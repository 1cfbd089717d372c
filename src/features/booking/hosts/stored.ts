import type { BusySource } from '#contract/vocabulary.ts'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'

/** A row of `host_busy`. Times are milliseconds since 1970. */
export type Stored = {
  source: BusySource
  isFresh: boolean
  intervals: [opens: number, closes: number][]
}

/** Longer than any buffer, because a busy time next to the range matters as well. */
const marginMs = dayMs

export function spansBetween(intervals: Stored['intervals'], from: number, to: number): Span[] {
  return intervals
    .filter(([opens, closes]) => closes > from - marginMs && opens < to + marginMs)
    .map(([opens, closes]) => ({ opens, closes }))
}

/** Merges overlapping spans; the result is in order. */
export function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.opens - b.opens)) {
    const last = all.at(-1)
    if (last && span.opens <= last.closes) last.closes = Math.max(last.closes, span.closes)
    else all.push({ ...span })
  }
  return all
}
