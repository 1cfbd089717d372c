import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type Size, useSize } from './density.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: Size
  /** Keeps the label, adds a spinner and ignores clicks; focus stays on the button. */
  busy?: boolean
  /** Acts on both clicks of a double click, because each moves something one step further. */
  repeats?: boolean
  /** Applies the look to the only child, usually a link. */
  asChild?: boolean
  /** Square button; needs an aria-label. */
  iconOnly?: boolean
  /** Hidden where scripting is off. */
  needsScript?: boolean
}

/** `type` defaults to "button", so that no button submits a form by accident. */
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
  if (asChild) return dressed(children, { className: looks, onClick, ...rest })
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
      {children}
    </button>
  )
}

type Props = Record<string, unknown>

/**
 * Merges the button's props into the child: the child's win, classes are joined, both handlers run.
 */
function dressed(child: ReactNode, given: Props): ReactNode {
  if (!isValidElement<Props>(child)) return child
  const props = { ...given, ...child.props }
  for (const [name, own] of Object.entries(child.props)) {
    const other = given[name]
    if (name === 'className') props.className = classNames(other as string, own as string)
    else if (typeof own === 'function' && typeof other === 'function') {
      props[name] = (...args: unknown[]) => {
        own(...args)
        other(...args)
      }
    }
  }
  return cloneElement(child, props)
}
