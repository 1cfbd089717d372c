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
 * Makes Android's Back close a layer if the browser supports CloseWatcher; in other browsers Back
 * leaves the page. If `close` asks first and leaves the layer open, the next Back closes it.
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

/** For layers that outlive a page: `leave` runs when the page beneath changes. */
export function useOnPageChange(leave: () => void): void {
  const { pathname } = useLocation()
  const latest = useLatest(leave)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    latest.current()
  }, [pathname, latest])
}
