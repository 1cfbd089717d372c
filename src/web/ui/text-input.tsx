import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { type Size, useSize } from './density.tsx'
import { useField } from './field.tsx'

/** `size` is the control height, not the native width in characters. */
export function TextInput({
  size,
  className,
  type = 'text',
  ...rest
}: Omit<ComponentProps<'input'>, 'size'> & { size?: Size }) {
  const field = useField()
  return (
    <input
      type={type}
      dir={type === 'text' || type === 'search' ? 'auto' : undefined}
      className={classNames('control', `size-${useSize(size)}`, className)}
      {...field}
      {...rest}
    />
  )
}
