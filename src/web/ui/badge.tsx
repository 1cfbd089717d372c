import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeVariant = 'default' | 'secondary' | 'destructive' | 'canary' | 'rose' | 'outline'

/** Canary marks the workflow or something new; rose marks a person. */
export function Badge({
  variant = 'default',
  className,
  ...rest
}: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return <span className={classNames('badge', `badge-${variant}`, className)} {...rest} />
}

export function DemoTag({ children = 'Demo figure' }: { children?: ReactNode }) {
  return <span className="badge badge-demo">{children}</span>
}
