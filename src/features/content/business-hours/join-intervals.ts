import type { OpenInterval } from '#contract/business-hours.ts'

/** Sorts the intervals of one date and joins those that touch. */
export function joinIntervals(intervals: readonly OpenInterval[]): OpenInterval[] {
  const all: OpenInterval[] = []
  for (const { opens, closes } of intervals.toSorted((a, b) => (a.opens < b.opens ? -1 : 1))) {
    const last = all.at(-1)
    if (last?.closes === opens) last.closes = closes
    else all.push({ opens, closes })
  }
  return all
}
