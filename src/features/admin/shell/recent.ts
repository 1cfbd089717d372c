export type Destination = { label: string; to: string }

const mostRecent = 5

/** Most recent first, without duplicates. */
export function visited(before: readonly Destination[], place: Destination): Destination[] {
  const others = before.filter(({ to }) => to !== place.to)
  return [{ label: place.label, to: place.to }, ...others].slice(0, mostRecent)
}
