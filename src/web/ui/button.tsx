import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { type Size, useSize } from './density.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: Size
  /** Keeps the label, adds a spinner and takes no further clicks; focus stays on the button. */
  busy?: boolean
  /** Acts on both clicks of a double click, because each moves something one step further. */
  repeats?: boolean
  /** Gives the look to the one child, usually a link. */
  asChild?: boolean
  /** A square button; needs an aria-label. */
  iconOnly?: boolean
  /** Hidden where scripting is off, because it could do nothing there. */
  needsScript?: boolean
}

/** The button. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export function Button({
  variant = 'secondary',
  size,
  busy = false,
  repeats,
  asChild = false,
  iconOnly = false,
  needsScript = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const looks = classNames(
    'btn',
    `btn-${variant}`,
    `size-${useSize(size)}`,
    iconOnly && 'btn-icon',
    needsScript && 'needs-script',
    className,
  )
  if (asChild) {
    return (
      <Slot.Root className={looks} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={looks}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy || (event.detail > 1 && !repeats)) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {busy && iconOnly ? null : children}
    </button>
  )
}
