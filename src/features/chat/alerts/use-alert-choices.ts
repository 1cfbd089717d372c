import { persisted, useStore } from '#web/store.ts'

export type AlertChoices = {
  sound: boolean
  /** A number from 0 to 1. */
  volume: number
  notifications: boolean
}

const usualVolume = 0.6

function parse(text: string | null): AlertChoices {
  let stored: Partial<AlertChoices> = {}
  try {
    stored = JSON.parse(text ?? '{}') ?? {}
  } catch {}
  const volume = Number(stored.volume ?? usualVolume)
  return {
    sound: stored.sound !== false,
    volume: volume >= 0 && volume <= 1 ? volume : usualVolume,
    notifications: stored.notifications === true,
  }
}

export const alertChoices = persisted('chat-alerts', parse, JSON.stringify)
export const useAlertChoices = () => useStore(alertChoices)

export const chooseAlerts = (change: Partial<AlertChoices>) =>
  alertChoices.set({ ...alertChoices.get(), ...change })
