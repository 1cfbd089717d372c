import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { type Size, useSize } from './density.tsx'
import { useField } from './field.tsx'

/** Grows with its content where the browser supports it. */
export function TextArea({
  size,
  className,
  ...rest
}: ComponentProps<'textarea'> & { size?: Size }) {
  const field = useField()
  return (
    <textarea
      rows={4}
      dir="auto"
      className={classNames('control', `size-${useSize(size)}`, className)}
      {...field}
      {...rest}
    />
  )
}
