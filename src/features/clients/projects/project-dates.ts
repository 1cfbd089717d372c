const dayMs = 86_400_000

export function isOver(day: string, now: Date): boolean {
  const { length } = 'YYYY-MM-DD'
  return now.getTime() >= Date.parse(day.slice(0, length)) + dayMs
}

type Dates = { createdAt: string; startDate: string | null; endDate: string | null }

/** Created; started if there is a start day; completed once the end day is over, else due then. */
export function milestonesOf({ createdAt, startDate, endDate }: Dates, now: Date) {
  const isCompleted = endDate !== null && isOver(endDate, now)
  const day = (title: string, at: string | null) => (at ? [{ title, at, isDay: true }] : [])
  return {
    steps: [
      { title: 'Project Created', at: createdAt, isDay: false },
      ...day('Project Started', startDate),
      ...day('Project Completed', isCompleted ? endDate : null),
    ],
    due: isCompleted ? null : endDate,
  }
}

/** Day for a date input; empty without a timestamp. */
export function dayOf(moment: string | null | undefined): string {
  return moment?.slice(0, 10) ?? ''
}
