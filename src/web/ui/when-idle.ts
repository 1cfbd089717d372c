type Connection = { saveData?: boolean; effectiveType?: string }

/** On metered or slow connections, speculative loading would delay what is needed. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/**
 * Calls `fetchCode` once the page is idle. Safari has no requestIdleCallback.
 *
 * @returns a function that cancels it.
 */
export function whenIdle(fetchCode: () => void): () => void {
  if (isSpared()) return () => {}
  if (!window.requestIdleCallback) {
    const timer = setTimeout(fetchCode, 1000)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(fetchCode, { timeout: 20_000 })
  return () => cancelIdleCallback(waiting)
}
