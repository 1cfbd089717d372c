type Connection = { saveData?: boolean; effectiveType?: string }

/** On a line that is metered or slow, what is only likely to be wanted would delay what is. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/**
 * Has code fetched once the page has nothing else to do. Safari knows no idle moments.
 *
 * @returns how to call it off.
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
