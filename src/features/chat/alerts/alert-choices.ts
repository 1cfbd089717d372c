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
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<AlertChoices>
    const volume = Number(kept.volume ?? usual.volume)
    return {
      sound: kept.sound !== false,
      volume: volume >= 0 && volume <= 1 ? volume : usual.volume,
      notifications: kept.notifications === true,
    }
  } catch {
    return usual
  }
}

let current: AlertChoices | undefined
const listeners = new Set<() => void>()

export function alertChoices(): AlertChoices {
  current ??= read()
  return current
}

export function chooseAlerts(change: Partial<AlertChoices>): void {
  current = { ...alertChoices(), ...change }
  try {
    localStorage.setItem(storageKey, JSON.stringify(current))
  } catch {}
  for (const listener of listeners) listener()
}

export function subscribeToAlertChoices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
