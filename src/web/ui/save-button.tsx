import { useId } from 'react'
import { useOnline } from './browser-state.ts'
import { Button, type ButtonProps } from './button.tsx'

/** While offline, it ignores clicks and Enter in its form, and says why. */
export function SaveButton({ busy = false, onClick, ...rest }: ButtonProps) {
  const online = useOnline()
  const id = useId()
  return (
    <>
      {!online && (
        <span id={id} role="status" className="small self-center text-ink-2">
          You’re offline
        </span>
      )}
      <Button
        {...rest}
        busy={busy}
        aria-disabled={busy || !online || undefined}
        aria-describedby={online ? undefined : id}
        onClick={online ? onClick : (event) => event.preventDefault()}
      />
    </>
  )
}
