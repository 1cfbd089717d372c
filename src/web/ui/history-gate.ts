/**
 * Hears of a step in the browser's history before the router does: listeners of the window run in the
 * order in which they came. What is done about a step comes later, with the first dialog.
 */
export const gate: { onStep?: (event: PopStateEvent) => void } = {}

if (typeof window !== 'undefined') {
  addEventListener('popstate', (event) => gate.onStep?.(event))
}
