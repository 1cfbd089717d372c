import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { browserStorage } from '#web/storage.ts'
import { push } from '../push/contract.ts'

/**
 * On iOS, only apps on the home screen can subscribe; `home-screen` asks the user to add this one.
 */
export type DeviceState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on'

/** Storage key of the id of this browser's subscription on the server. */
const idKey = 'push-device'

const worker = '/admin/service-worker.js'
const scope = '/admin/'

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const isApple = () => /iPhone|iPad/.test(navigator.userAgent)

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export const ownDeviceId = () => browserStorage.read(idKey)

export async function readState(): Promise<DeviceState> {
  if (!isSupported()) return isApple() ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) && ownDeviceId() ? 'on' : 'off'
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Requests permission; call this from a click. @returns the state afterwards. */
export async function turnOn(device: string): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return readState()
  const { key } = await call(browser, push.key, {})
  const registration = await navigator.serviceWorker.register(worker, { scope })
  // A worker cannot subscribe until it is active.
  await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  const subscribe = () => registration.pushManager.subscribe(options)
  // An existing subscription may use other keys.
  const made = await subscribe().catch(async () => {
    await (await subscription())?.unsubscribe()
    return subscribe()
  })
  const { keys } = made.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const input = { endpoint: made.endpoint, keys: { p256dh, auth }, device }
  const { id } = await call(browser, push.subscribe, input)
  browserStorage.write(idKey, id)
  return 'on'
}

/** Also called on signing out, so that the next user of this browser gets no messages. */
export async function turnOff(): Promise<void> {
  if (!isSupported()) return
  const id = ownDeviceId()
  browserStorage.write(idKey, null)
  await (await subscription())?.unsubscribe()
  if (id) await call(browser, push.unsubscribe, { id }).catch(() => {})
}
