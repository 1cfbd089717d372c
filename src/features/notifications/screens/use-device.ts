import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { browserStorage } from '#web/storage.ts'
import { push } from '../push/contract.ts'

/** `home-screen`: iOS lets only apps of the home screen subscribe. */
export type DeviceState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on'

/** Id of this browser's subscription at the server. */
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

/** Asks for permission; call from a click. @returns the state afterwards. */
export async function turnOn(device: string): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return readState()
  const { key } = await call(browser, push.key, {})
  const registration = await navigator.serviceWorker.register(worker, { scope })
  // A worker that is not active yet subscribes nothing.
  await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  const subscribe = () => registration.pushManager.subscribe(options)
  // An old subscription may be of other keys.
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

/** Also when it signs out: the next user of this browser must not read on. */
export async function turnOff(): Promise<void> {
  if (!isSupported()) return
  const id = ownDeviceId()
  browserStorage.write(idKey, null)
  await (await subscription())?.unsubscribe()
  if (id) await call(browser, push.unsubscribe, { id }).catch(() => {})
}
