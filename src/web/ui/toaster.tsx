import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToasts } from './toast-store.ts'
import { useLateCode } from './use-late-code.ts'
import { whenIdle } from './when-idle.ts'

const load = () => import('./toast-place.tsx').then((module) => module.ToastPlace)

/**
 * The one place where toasts appear; once in the root. Its code is not needed to begin with: it
 * comes once the page has nothing else to do, so that it is there when the network is gone, and at
 * the latest with the first toast.
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
