import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useLayoutEffect, useRef } from 'react'
import { useStore } from '../store.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { passEscapeToDialog } from './escape.ts'
import { focusHeading } from './focus-heading.ts'
import { dismissToast, type ShownToast, shownToasts } from './toast-store.ts'

const buttonsToKeepClear = '.dialog-foot, [type="submit"]'

/**
 * Lifts the toasts above the buttons of a dialog or composer, and above the focused control,
 * whenever they would cover them. A visible toast never moves back down.
 */
function keepClear(toast: HTMLElement | null) {
  const place = toast?.closest<HTMLElement>('.toast-viewport')
  if (!place) return
  const look = () => {
    const focused = document.activeElement
    // Pressing the toast's button moves the focus into it; the toast must not move from under the
    // pointer.
    if (!focused || place.contains(focused)) return
    const { left, right, bottom: end, height } = place.getBoundingClientRect()
    let bottom = end
    const boxes = [focused, ...document.querySelectorAll(buttonsToKeepClear)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .sort((a, b) => b.bottom - a.bottom)
    for (const box of boxes) {
      const isBeside = box.left >= right || box.right <= left
      const isCovered = !isBeside && box.top < bottom && box.bottom > bottom - height
      if (isCovered && box.top >= height) bottom = box.top
    }
    place.style.setProperty('--toast-end', `${innerHeight - bottom}px`)
  }
  look()
  document.addEventListener('focusin', look)
  return () => {
    document.removeEventListener('focusin', look)
    const isLast = place.querySelectorAll('.toast-list > .toast').length <= 1
    if (isLast) place.style.removeProperty('--toast-end')
  }
}

/** Renders the toasts. Browser only: Radix writes inline styles. */
export function ToastRegion() {
  const { group, lower, upper } = useStore(shownToasts)
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const open = [lower, upper].flatMap((one) => (one?.open ? [one.id] : []))
  const openIds = open.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one has closed.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (!list.current?.contains(focused) || focused?.closest('[data-state="open"]')) return
    const from = cameFrom.current
    if (from instanceof HTMLElement && from.isConnected) from.focus()
    else focusHeading()
  }, [openIds])

  return (
    // Each group gets a new provider, because Radix could otherwise stay paused after a missed
    // resume.
    <Toast.Provider
      key={group}
      label="Notification"
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {lower && <OneToast key={lower.id} toast={lower} holdsPlace={upper?.open} />}
      {upper && <OneToast key={upper.id} toast={upper} isUpper />}
      <Toast.Viewport
        ref={list}
        // If there is no toast, F8 would move the focus into an empty list.
        hotkey={open.length > 0 ? ['F8'] : []}
        className="toast-list"
        onFocus={(event) => {
          const from = event.relatedTarget
          if (from && !event.currentTarget.contains(from)) cameFrom.current = from
        }}
      />
    </Toast.Provider>
  )
}

type Props = {
  toast: ShownToast
  isUpper?: boolean
  /** A closed toast keeps its space while there is one above it, which must not move. */
  holdsPlace?: boolean | undefined
}

function OneToast({ toast, isUpper, holdsPlace }: Props) {
  const { id, open, title, description, variant = 'default', action, durationMs } = toast
  const destructive = variant === 'destructive'
  return (
    <Toast.Root
      ref={keepClear}
      {...(holdsPlace && { forceMount: true })}
      open={open}
      onOpenChange={(next) => !next && dismissToast(id)}
      type={destructive ? 'foreground' : 'background'}
      duration={durationMs ?? (action ? 8000 : 5000)}
      className={classNames(
        'toast fades',
        destructive && 'toast-destructive',
        isUpper && 'toast-upper',
      )}
      onEscapeKeyDown={(event) => {
        if (passEscapeToDialog()) event.preventDefault()
      }}
    >
      <div className="min-w-0 py-1">
        <Toast.Title className="toast-title">{title}</Toast.Title>
        {description && (
          <Toast.Description className="text-ink-2 whitespace-pre-wrap">
            {description}
          </Toast.Description>
        )}
      </div>
      <div className="flex items-center gap-1">
        {action && (
          <Toast.Action altText={action.altText ?? action.label} asChild onClick={action.onSelect}>
            <Button size="sm">{action.label}</Button>
          </Toast.Action>
        )}
        <Toast.Close asChild>
          <Button variant="quiet" icon={X} size="sm" aria-label="Dismiss" />
        </Toast.Close>
      </div>
    </Toast.Root>
  )
}
