let leads = false
let asked = false

/**
 * Only one of a browser's tabs alerts: the holder of the lock, which the browser passes on when
 * that tab closes. Without locks (plain http) every tab alerts.
 */
export function isLeadingTab(): boolean {
  if (!('locks' in navigator)) return true
  if (!asked) stand()
  return leads
}

/** Requests the lock; call it early, since it is granted asynchronously. */
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
