type Connection = { saveData?: boolean; effectiveType?: string }

/** On a line that is metered or very slow nothing is fetched on the chance that it is wanted. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
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
