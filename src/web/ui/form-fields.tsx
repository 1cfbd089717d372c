import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The fields of a form that closes once saved. They are disabled during saving, so that no typing
 * is lost.
 */
export function FormFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null)
  // Disabling drops the focus, so this restores it unless it has moved elsewhere.
  useEffect(() => {
    if (!busy && document.activeElement === document.body) focused.current?.focus()
  }, [busy])
  return (
    <fieldset
      disabled={busy}
      className="contents"
      onFocus={({ target }) => {
        focused.current = target
      }}
      onBlur={({ target }) => {
        if (!target.matches(':disabled')) focused.current = null
      }}
    >
      {children}
    </fieldset>
  )
}
