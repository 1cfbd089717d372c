/** Recent calls of a host, over the same time for all hosts compared. */
export type Load = {
  id: string
  /** Live and past calls. */
  bookings: number
  /** On which the host could be booked. */
  days: number
  /** Milliseconds since 1970; null without a call. */
  lastBookedAt: number | null
}

/** Hosts in the order of their turn: fewest calls a day, then longest without one. */
export function fairestFirst(loads: readonly Load[]): Load[] {
  const perDay = ({ bookings, days }: Load) => bookings / Math.max(1, days)
  const last = ({ lastBookedAt }: Load) => lastBookedAt ?? Number.NEGATIVE_INFINITY
  return loads.toSorted((a, b) => {
    if (perDay(a) !== perDay(b)) return perDay(a) - perDay(b)
    if (last(a) !== last(b)) return last(a) < last(b) ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
}
