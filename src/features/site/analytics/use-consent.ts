import { createStore, persisted, useStore } from '#web/store.ts'

export type Choice = 'granted' | 'denied'

const stored = persisted('analytics-consent', (text): Choice | null =>
  text === 'granted' || text === 'denied' ? text : null,
)

/** True while a visitor who has already answered wants to choose again. */
const reopened = createStore(false)

export const useConsent = () => ({ choice: useStore(stored), reopened: useStore(reopened) })

export function choose(choice: Choice): void {
  stored.set(choice)
  reopened.set(false)
}

export const reopenConsent = () => reopened.set(true)
