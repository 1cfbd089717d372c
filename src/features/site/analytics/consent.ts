export type Choice = 'granted' | 'denied'
export type Consent = {
  choice: Choice | null
  /** Set when the visitor asks to choose again; the first question does not need it. */
  reopened: boolean
}

const storageKey = 'analytics-consent'
const listeners = new Set<() => void>()
let current: Consent | null = null

function stored(): Choice | null {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'granted' || value === 'denied' ? value : null
  } catch {
    return null
  }
}

function change(next: Consent): void {
  current = next
  for (const listener of listeners) listener()
}

/** Browser only. */
export function readConsent(): Consent {
  current ??= { choice: stored(), reopened: false }
  return current
}

/** If storage is refused, the choice lasts until the page is unloaded. */
export function choose(choice: Choice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {}
  change({ choice, reopened: false })
}

export function reopenConsent(): void {
  change({ ...readConsent(), reopened: true })
}

/** Also fires for changes made in other tabs. */
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
