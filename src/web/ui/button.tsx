import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps, type To } from 'react-router'
import { classNames } from './class-names.ts'
import { type Size, useSize } from './density.tsx'
import { Icon } from './icon.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: Size
  /** Stands before the label. Alone it makes a square button, which needs an aria-label. */
  icon?: LucideIcon
  iconSize?: 16 | 18 | 20
  className?: string
  children?: ReactNode
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Keeps the label, adds a spinner and ignores clicks; focus stays on the button. */
    busy?: boolean
    /** Acts on both clicks of a double click, for buttons that move something by one step. */
    repeats?: boolean
  }

/** `type` defaults to "button", so that no button submits a form by accident. */
export function Button({ busy = false, repeats, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy || (event.detail > 1 && !repeats)) event.preventDefault()
        else onClick?.(event)
      }}
      {...useLook(rest)}
    />
  )
}

export function ButtonLink({
  to,
  state,
  preventScrollReset,
  ...rest
}: ComponentProps<'a'> & Look & { to?: To } & Pick<LinkProps, 'state' | 'preventScrollReset'>) {
  const { children, ...look } = useLook(rest)
  if (!to) return <a {...look}>{children}</a>
  return (
    <Link to={to} state={state} preventScrollReset={preventScrollReset} {...look}>
      {children}
    </Link>
  )
}

function useLook<P extends Look>(props: P) {
  const { variant = 'secondary', size, icon, iconSize, className, children, ...rest } = props
  const height = `size-${useSize(size)}`
  const shape = icon && !children && 'btn-icon'
  return {
    ...rest,
    className: classNames('btn', `btn-${variant}`, height, shape, className),
    children: (
      <>
        {icon && <Icon icon={icon} size={iconSize} />}
        {children}
      </>
    ),
  }
}
