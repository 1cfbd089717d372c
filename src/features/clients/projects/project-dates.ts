const dayMs = 86_400_000

export function isOver(day: string, now: Date): boolean {
  const { length } = 'YYYY-MM-DD'
  return now.getTime() >= Date.parse(day.slice(0, length)) + dayMs
}

type Dates = { createdAt: string; startDate: string | null; endDate: string | null }

/** Created; started if there is a start day; due, or completed once the end day is over. */
export function milestonesOf({ createdAt, startDate, endDate }: Dates, now: Date) {
  const end = endDate && isOver(endDate, now) ? 'Project Completed' : 'Project Due'
  return [
    { title: 'Project Created', at: createdAt, isDay: false },
    ...(startDate ? [{ title: 'Project Started', at: startDate, isDay: true }] : []),
    ...(endDate ? [{ title: end, at: endDate, isDay: true }] : []),
  ]
}

/** Day for a date input; empty without a timestamp. */
export function dayOf(moment: string | null | undefined): string {
  return moment?.slice(0, 10) ?? ''
}
