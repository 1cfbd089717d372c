import { createStore, persisted, useStore } from '#web/store.ts'

export type Choice = 'granted' | 'denied'

const stored = persisted('analytics-consent', (text): Choice | null =>
  text === 'granted' || text === 'denied' ? text : null,
)

/** The visitor asks to choose again; the first question does not need it. */
const reopened = createStore(false)

export const useConsent = () => ({ choice: useStore(stored), reopened: useStore(reopened) })

export function choose(choice: Choice): void {
  stored.set(choice)
  reopened.set(false)
}

export const reopenConsent = () => reopened.set(true)
