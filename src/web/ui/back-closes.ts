import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

declare class CloseWatcher extends EventTarget {
  destroy(): void
}

function useLatest(act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return latest
}

/**
 * Android's Back closes what is open, where the browser has CloseWatcher; elsewhere Back leaves the
 * page. What `close` leaves open, because it asks first, is closed by the next Back.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useLatest(close)
  useEffect(() => {
    if (!open || !('CloseWatcher' in window)) return
    let watcher: CloseWatcher
    function watch() {
      watcher = new CloseWatcher()
      watcher.addEventListener('close', () => {
        watch()
        latest.current()
      })
    }
    watch()
    return () => watcher.destroy()
  }, [open, latest])
}

/** For what outlives a page: `leave` runs when the page beneath it changes. */
export function useLeaving(leave: () => void): void {
  const { pathname } = useLocation()
  const latest = useLatest(leave)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    latest.current()
  }, [pathname, latest])
}
