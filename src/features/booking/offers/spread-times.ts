const noon = 12

/**
 * Times for an offer: on different days, in turn before and after noon, and otherwise the earliest.
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
    const fitting = starts.find((start) => hourOf(start) < noon === wantsMorning)
    const start = fitting ?? starts[0]
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
