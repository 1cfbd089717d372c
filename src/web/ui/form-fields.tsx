import { type ReactNode, useEffect, useRef } from 'react'

/** Fields of a form that closes once it is saved: what was typed meanwhile would be lost with it. */
export function FormFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null)
  // Disabling drops the focus: restore it unless it has moved elsewhere.
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
