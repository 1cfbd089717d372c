/**
 * Handles history steps before the router: window listeners run in the order of registration, so
 * this one is installed early. The handler is set when the first dialog is loaded.
 */
export const gate: { onStep?: (event: PopStateEvent) => void } = {}

if (typeof window !== 'undefined') {
  addEventListener('popstate', (event) => gate.onStep?.(event))
}
