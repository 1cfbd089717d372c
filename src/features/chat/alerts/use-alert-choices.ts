import { browserStorage } from '#web/storage.ts'
import { createStore, useStore } from '#web/store.ts'

export type AlertChoices = {
  sound: boolean
  /** 0 to 1. */
  volume: number
  notifications: boolean
}

const storageKey = 'chat-alerts'
const defaults: AlertChoices = { sound: true, volume: 0.6, notifications: false }

function read(): AlertChoices {
  const stored = browserStorage.readJson<Partial<AlertChoices>>(storageKey)
  const volume = Number(stored?.volume ?? defaults.volume)
  return {
    sound: stored?.sound !== false,
    volume: volume >= 0 && volume <= 1 ? volume : defaults.volume,
    notifications: stored?.notifications === true,
  }
}

export const alertChoices = createStore(typeof window === 'undefined' ? defaults : read())
export const useAlertChoices = () => useStore(alertChoices)

export function chooseAlerts(change: Partial<AlertChoices>): void {
  const next = { ...alertChoices.get(), ...change }
  alertChoices.set(next)
  browserStorage.write(storageKey, JSON.stringify(next))
}
