export type Choice = 'granted' | 'denied'
export type Consent = {
  choice: Choice | null
  /** The visitor wants to choose again; the first choice is asked for without it. */
  reopened: boolean
}

const storageKey = 'analytics-consent'
const listeners = new Set<() => void>()
let known: Consent | null = null

function stored(): Choice | null {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'granted' || value === 'denied' ? value : null
  } catch {
    return null
  }
}

function change(next: Consent): void {
  known = next
  for (const listener of listeners) listener()
}

/** What this browser has chosen. In the browser only. */
export function readConsent(): Consent {
  known ??= { choice: stored(), reopened: false }
  return known
}

/** Keeps a choice; where storage is refused it lasts as long as the page. */
export function choose(choice: Choice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {}
  change({ choice, reopened: false })
}

/** Asks again, whatever was chosen before. */
export function reopenConsent(): void {
  change({ ...readConsent(), reopened: true })
}

/** Calls back on every change, also one made in another tab. */
export function subscribeConsent(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) {
      change({ choice: stored(), reopened: false })
    }
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}
