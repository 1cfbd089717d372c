type Span = { first: number; last: number }

/** Further addresses are left out until these are written down. */
const maxAddresses = 10_000

/** `performance.now()` of the first and last refusal of each address that is not written down yet. */
const refused = new Map<string, Span>()

/**
 * Records that the database or the disk did not take a ping. Whether its address leads to an
 * automation cannot be known then: who writes the refusals down asks.
 */
export function recordRefusal(uuid: string): void {
  const now = performance.now()
  const { first = now } = refused.get(uuid) ?? {}
  if (refused.has(uuid) || refused.size < maxAddresses) refused.set(uuid, { first, last: now })
}

/** Milliseconds ago of the refusals of each address; they are forgotten with `done`. */
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
