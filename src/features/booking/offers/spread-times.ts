const [dawn, noon, dusk] = [7, 12, 21]

/**
 * Times for an offer: on different days, in turn before and after noon, not at night where others
 * are free, and otherwise the earliest.
 *
 * @param days in order, with their free starts in order.
 * @param hourOf the hour of a start on the clock of the person.
 */
export function spreadTimes<T>(
  days: readonly (readonly T[])[],
  hourOf: (start: T) => number,
  count = 3,
): T[] {
  const chosen: T[] = []
  for (const starts of days) {
    if (chosen.length === count) return chosen
    const wantsMorning = chosen.length % 2 === 0
    const byDay = starts.filter((start) => hourOf(start) >= dawn && hourOf(start) < dusk)
    const fitting = byDay.find((start) => hourOf(start) < noon === wantsMorning)
    const start = fitting ?? byDay[0] ?? starts[0]
    if (start !== undefined) chosen.push(start)
  }
  // There are fewer days than times.
  const others = days.flat().filter((start) => !chosen.includes(start))
  const missing = count - chosen.length
  const evenly = Array.from({ length: missing }, (_, at) =>
    Math.floor(((at + 1) * others.length) / (missing + 1)),
  )
  const filled = new Set([...chosen, ...evenly.flatMap((at) => others.slice(at, at + 1))])
  return days.flat().filter((start) => filled.has(start))
}
