import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type BadgeVariant = 'default' | 'secondary' | 'destructive' | 'canary' | 'rose' | 'outline'

/** A word on a fill. Canary is the workflow or something new, rose is a person. */
export function Badge({
  variant = 'default',
  className,
  ...rest
}: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return <span className={classNames('badge', `badge-${variant}`, className)} {...rest} />
}
