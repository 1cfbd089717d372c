const dayMs = 86_400_000

export function isOver(day: string, now: Date): boolean {
  const { length } = 'YYYY-MM-DD'
  return now.getTime() >= Date.parse(day.slice(0, length)) + dayMs
}

type Dates = { createdAt: string; startDate: string | null; endDate: string | null }

/**
 * A project has started if it has a start day. It is completed once its end day is over; until
 * then it is due on that day.
 */
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

/** The day for a date input, which is empty without a timestamp. */
export function dayOf(moment: string | null | undefined): string {
  return moment?.slice(0, 10) ?? ''
}
