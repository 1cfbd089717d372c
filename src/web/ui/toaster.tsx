import { useEffect, useState } from 'react'
import { useStore } from '../store.ts'
import { useLateCode, whenIdle } from './late-code.tsx'
import { shownToast } from './toast-store.ts'

const load = () => import('./toast-region.tsx').then((module) => module.ToastRegion)

/** Loads its code when the page is idle, so that it is available offline. */
export function Toaster() {
  const [idle, setIdle] = useState(false)
  const shown = useStore(shownToast)
  const open = shown !== null
  const { code: Region } = useLateCode(load, { wanted: idle || open, open, count: shown?.id ?? 0 })
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return Region && <Region />
}
