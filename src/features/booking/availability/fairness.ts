/** Recent calls of a host, over the same time for all hosts compared. */
export type Load = {
  id: string
  /** The number of live and past calls. */
  bookings: number
  /** The number of days on which the host could be booked. */
  days: number
  /** Milliseconds since 1970; null if the host has no call. */
  lastBookedAt: number | null
}

/** Sorts hosts by their turn: fewest calls per day first, then longest without a call. */
export function fairestFirst(loads: readonly Load[]): Load[] {
  const perDay = ({ bookings, days }: Load) => bookings / Math.max(1, days)
  const last = ({ lastBookedAt }: Load) => lastBookedAt ?? Number.NEGATIVE_INFINITY
  return loads.toSorted((a, b) => {
    if (perDay(a) !== perDay(b)) return perDay(a) - perDay(b)
    if (last(a) !== last(b)) return last(a) < last(b) ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
}
