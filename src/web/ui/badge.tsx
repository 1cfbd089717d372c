import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type BadgeVariant = 'default' | 'secondary' | 'destructive' | 'canary' | 'rose' | 'outline'

/** Canary marks the workflow or something new, rose a person. */
export function Badge({
  variant = 'default',
  className,
  ...rest
}: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return <span className={classNames('badge', `badge-${variant}`, className)} {...rest} />
}
