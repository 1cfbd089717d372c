import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToasts } from './toast-store.ts'
import { useLateCode } from './use-late-code.ts'
import { whenIdle } from './when-idle.ts'

const load = () => import('./toast-place.tsx').then((module) => module.ToastPlace)

/**
 * Mounted once, in the root. Loads its code when the page is idle, so that it is available offline,
 * or with the first toast at the latest.
 */
export function Toaster() {
  const [idle, setIdle] = useState(false)
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null)
  const open = shown !== null
  const wish = { wanted: idle || open, open, count: shown?.id ?? 0 }
  const { code: Place } = useLateCode(load, wish)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return Place && <Place />
}
