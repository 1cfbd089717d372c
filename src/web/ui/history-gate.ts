/** Installed early, to run before the router's listener; set with the first dialog. */
export const gate: { onStep?: (event: PopStateEvent) => void } = {}

if (typeof window !== 'undefined') {
  addEventListener('popstate', (event) => gate.onStep?.(event))
}
