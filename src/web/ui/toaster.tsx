import { useEffect, useState } from 'react'
import { useStore } from '../store.ts'
import { useLazyCode, whenIdle } from './lazy-code.tsx'
import { shownToasts } from './toast-store.ts'

const load = () => import('./toast-region.tsx').then((module) => module.ToastRegion)

/**
 * The single place for toasts. It loads their code when the page is idle, so that it is available
 * offline.
 */
export function Toaster() {
  const [idle, setIdle] = useState(false)
  const shown = useStore(shownToasts)
  const open = shown.newest > 0
  const { code: Region } = useLazyCode(load, { wanted: idle || open, open, count: shown.newest })
  useEffect(() => whenIdle(() => setIdle(true)), [])
  // aria-live exempts this subtree from the aria-hidden that a modal sets on the page.
  return (
    <div className="toast-viewport" aria-live="off">
      {Region && <Region />}
    </div>
  )
}
