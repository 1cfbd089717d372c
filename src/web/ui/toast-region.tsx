import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '../store.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { passEscapeToDialog } from './escape.ts'
import { focusHeading } from './focus-heading.ts'
import { dismissToast, type ShownToast, shownToast } from './toast-store.ts'

/** Moves a toast past the control that has the focus, now or later, if it would cover it. */
function stayBesideFocus(toast: HTMLElement | null) {
  const viewport = toast?.closest<HTMLElement>('.toast-viewport')
  if (!toast || !viewport) return
  const place = () => {
    const focused = document.activeElement
    // Pressing its button gives it the focus: it must not move from under the pointer.
    if (viewport.contains(focused)) return
    viewport.style.removeProperty('--toast-away')
    if (!focused || focused === document.body) return
    const own = toast.getBoundingClientRect()
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    const isCovered = top < own.bottom && bottom > own.top && left < own.right && right > own.left
    const away = 'atEnd' in viewport.dataset ? innerHeight - top : bottom
    if (isCovered && away + viewport.offsetHeight <= innerHeight) {
      viewport.style.setProperty('--toast-away', `${away}px`)
    }
  }
  place()
  document.addEventListener('focusin', place)
  return () => document.removeEventListener('focusin', place)
}

/** Renders the toasts. Browser only: Radix writes inline styles. */
export function ToastRegion() {
  const shown = useStore(shownToast)
  const { pathname } = useLocation()
  const viewport = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)

  const gone = !shown?.open
  useLayoutEffect(() => {
    const list = viewport.current
    if (!gone || !list?.contains(document.activeElement)) return
    const from = cameFrom.current
    if (from instanceof HTMLElement && from.isConnected) from.focus()
    else focusHeading()
  }, [gone])

  return (
    // A new provider for each toast: Radix could otherwise stay paused after a missed resume.
    <Toast.Provider
      key={shown?.id}
      label="Notification"
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {shown && <OneToast toast={shown} />}
      {/* aria-live exempts this subtree from the aria-hidden that a modal sets on the page. */}
      <Toast.Viewport
        ref={viewport}
        // Without a toast F8 would move the focus into an empty list.
        hotkey={gone ? [] : ['F8']}
        aria-live="off"
        className="toast-viewport"
        data-at-end={/^\/admin(\/|$)/.test(pathname) || undefined}
        onFocus={(event) => {
          const from = event.relatedTarget
          if (from && !event.currentTarget.contains(from)) cameFrom.current = from
        }}
      />
    </Toast.Provider>
  )
}

function OneToast({ toast }: { toast: ShownToast }) {
  const { id, open, title, description, variant = 'default', action, durationMs } = toast
  const destructive = variant === 'destructive'
  return (
    <Toast.Root
      ref={stayBesideFocus}
      open={open}
      onOpenChange={(next) => !next && dismissToast(id)}
      type={destructive ? 'foreground' : 'background'}
      duration={durationMs ?? (action ? 8000 : 5000)}
      className={classNames('toast fades', destructive && 'toast-destructive')}
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
