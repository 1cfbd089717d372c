import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { type Size, useSize } from './density.tsx'
import { useField } from './field.tsx'
import { Icon } from './icon.tsx'

/** Native select: the platform's list, keyboard and touch picker in our frame. */
export function Select({
  size,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'select'>, 'size'> & { size?: Size }) {
  const field = useField()
  return (
    <div className={classNames('select', className)}>
      <select className={classNames('control', `size-${useSize(size)}`)} {...field} {...rest}>
        {children}
      </select>
      <Icon icon={ChevronDown} />
    </div>
  )
}
