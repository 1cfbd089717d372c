import { createStore, useStore } from '#web/store.ts'

export type Choice = 'granted' | 'denied'

const storageKey = 'analytics-consent'
const isBrowser = typeof window !== 'undefined'

function stored(): Choice | null {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'granted' || value === 'denied' ? value : null
  } catch {
    return null
  }
}

/** `reopened`: the visitor asks to choose again; the first question does not need it. */
const consent = createStore({ choice: isBrowser ? stored() : null, reopened: false })

export const useConsent = () => useStore(consent)

/** If storage is refused, the choice lasts until the page is unloaded. */
export function choose(choice: Choice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {}
  consent.set({ choice, reopened: false })
}

export function reopenConsent(): void {
  consent.set({ ...consent.get(), reopened: true })
}

if (isBrowser) {
  // Changes made in other tabs.
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) consent.set({ choice: stored(), reopened: false })
  })
}
