/** `performance.now()` of the first and the last ping refused since that was written down. */
let refused: { first: number; last: number } | undefined

/** A ping was not stored although its address is right, or may be. */
export function noteRefusal(): void {
  const now = performance.now()
  refused = { first: refused?.first ?? now, last: now }
}

/** Milliseconds ago, of the span in which pings were refused; it is forgotten with `done`. */
export function refusals(): { firstMs: number; lastMs: number; done(): void } | undefined {
  const taken = refused
  if (!taken) return undefined
  const now = performance.now()
  return {
    ...{ firstMs: now - taken.first, lastMs: now - taken.last },
    done() {
      if (refused === taken) refused = undefined
    },
  }
}
