let leads = false
let asked = false

/**
 * Of several tabs of one browser only one calls. Whoever holds the lock leads; the browser hands it
 * on when that tab closes. Without locks (plain http) every tab calls.
 */
export function isLeadingTab(): boolean {
  if (!('locks' in navigator)) return true
  if (!asked) stand()
  return leads
}

/** Stands for the lead; call it early, since the answer takes a moment. */
export function stand(): void {
  if (asked || !('locks' in navigator)) return
  asked = true
  void navigator.locks
    .request('chat-alerts', () => {
      leads = true
      return new Promise(() => {})
    })
    .catch(() => {
      leads = true
    })
}
