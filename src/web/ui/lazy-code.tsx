import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../store.ts'
import { Button } from './button.tsx'

export type Opening = {
  wanted: boolean
  /** Also true while the code is loading. */
  open: boolean
  /** Incremented each time somebody opens it, which also retries loading the code. */
  count: number
  /** Receives the focus on close, and is marked busy while the user waits. */
  opener?: HTMLElement | null
  fromHeader?: boolean
}

export function createOpening() {
  const store = createStore<Opening>({ wanted: false, open: false, count: 0 })
  const change = (next: Partial<Opening>) => store.set({ ...store.get(), ...next })
  return {
    ...store,
    /** Opens the layer. On close the focus returns to `opener`, by default the focused element. */
    show(opener?: HTMLElement | null, fromHeader = false) {
      const { activeElement } = document
      const focused = activeElement instanceof HTMLElement ? activeElement : null
      const count = store.get().count + 1
      change({ wanted: true, open: true, count, opener: opener ?? focused, fromHeader })
    },
    /** Reopens what was open before a reload, without moving the focus. */
    restore: () => change({ wanted: true, open: true }),
    hide() {
      if (store.get().open) change({ open: false })
    },
    expect() {
      if (!store.get().wanted) change({ wanted: true })
    },
  }
}

/** @param load must be a stable function. @param onFailure called once per failed opening. */
export function useLazyCode<C>(
  load: () => Promise<C>,
  { wanted, open, count, opener }: Opening,
  onFailure?: () => void,
): { code: C | null; failed: boolean } {
  const [code, setCode] = useState<C | null>(null)
  const [failure, setFailure] = useState(-1)
  const missing = wanted && code === null
  const failed = open && missing && failure === count
  const busy = open && missing && !failed
  const latest = useRef(onFailure)
  latest.current = onFailure

  useEffect(() => {
    if (!missing) return
    let left = false
    load().then(
      (loaded) => left || setCode(() => loaded),
      () => left || setFailure(count),
    )
    return () => {
      left = true
    }
  }, [missing, count, load])

  useEffect(() => {
    if (!busy || !opener) return
    opener.setAttribute('aria-busy', 'true')
    return () => opener.removeAttribute('aria-busy')
  }, [busy, opener])

  useEffect(() => {
    if (failed) latest.current?.()
  }, [failed])
  return { code, failed }
}

/**
 * Falls back to a timer in Safari, which has no requestIdleCallback.
 *
 * @returns a function that cancels it.
 */
export function whenIdle(fetchCode: () => void, { afterMs = 0 } = {}): () => void {
  if (isSpared()) return () => {}
  const hasIdleCallback = 'requestIdleCallback' in window
  let waiting: number | undefined
  const whenDue = () => {
    if (hasIdleCallback) waiting = requestIdleCallback(fetchCode, { timeout: 20_000 })
    else fetchCode()
  }
  const timer = setTimeout(whenDue, hasIdleCallback ? afterMs : afterMs + 1_000)
  return () => {
    clearTimeout(timer)
    if (waiting !== undefined) cancelIdleCallback(waiting)
  }
}

type Connection = { saveData?: boolean; effectiveType?: string }

/** On metered or slow connections, speculative loading would delay what is really needed. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/** Looks like a toast but does not need the code of toasts, which may have failed to load, too. */
export function LazyFailure(props: {
  title: string
  otherWay?: ReactNode
  retry?: string
  onRetry: () => void
  onDismiss: () => void
}) {
  const { title, otherWay, retry = 'Try Again', onRetry, onDismiss } = props
  return createPortal(
    <div role="alert" className="toast toast-destructive">
      <div className="min-w-0 py-1">
        <p className="toast-title">{title}</p>
        {otherWay}
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" onClick={onRetry}>
          {retry}
        </Button>
        <Button variant="quiet" icon={X} size="sm" aria-label="Dismiss" onClick={onDismiss} />
      </div>
    </div>,
    document.querySelector('.toast-viewport') ?? document.body,
  )
}
