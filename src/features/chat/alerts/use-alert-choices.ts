import { createStore, useStore } from '../../../web/store.ts'

/** Alert settings of an agent, stored per device. */
export type AlertChoices = {
  sound: boolean
  /** 0 to 1. */
  volume: number
  notifications: boolean
}

const storageKey = 'chat-alerts'
const usual: AlertChoices = { sound: true, volume: 0.6, notifications: false }

function read(): AlertChoices {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<AlertChoices>
    const volume = Number(stored.volume ?? usual.volume)
    return {
      sound: stored.sound !== false,
      volume: volume >= 0 && volume <= 1 ? volume : usual.volume,
      notifications: stored.notifications === true,
    }
  } catch {
    return usual
  }
}

export const alertChoices = createStore(typeof window === 'undefined' ? usual : read())
export const useAlertChoices = () => useStore(alertChoices)

export function chooseAlerts(change: Partial<AlertChoices>): void {
  const next = { ...alertChoices.get(), ...change }
  alertChoices.set(next)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {}
}
