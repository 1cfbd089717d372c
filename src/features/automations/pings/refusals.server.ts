type Span = { first: number; last: number }

/**
 * The maximum number of addresses held. Further ones are ignored until these have been recorded.
 */
const maxAddresses = 10_000

/**
 * `performance.now()` of the first and last refusal of each address that has not yet been recorded.
 */
const refused = new Map<string, Span>()

/**
 * Notices that the database or the disk refused a ping. Whether its address belongs to an
 * automation cannot be known at this point; it is checked when the refusals are recorded.
 */
export function recordRefusal(uuid: string): void {
  const now = performance.now()
  const { first = now } = refused.get(uuid) ?? {}
  if (refused.has(uuid) || refused.size < maxAddresses) refused.set(uuid, { first, last: now })
}

/** How many milliseconds ago the refusals of each address were; `done` forgets them. */
export function readRefusals() {
  const taken = [...refused]
  const now = performance.now()
  return {
    uuids: taken.map(([uuid]) => uuid),
    firstMs: taken.map(([, { first }]) => now - first),
    lastMs: taken.map(([, { last }]) => now - last),
    done() {
      for (const [uuid, span] of taken) if (refused.get(uuid) === span) refused.delete(uuid)
    },
  }
}
