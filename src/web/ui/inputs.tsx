import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import { useField } from './field.tsx'
import { Icon } from './icon.tsx'

function useControl(className?: string) {
  return { className: classNames('control', `size-${useSize()}`, className), ...useField() }
}

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const dir = type === 'text' || type === 'search' ? 'auto' : undefined
  return <input type={type} dir={dir} {...useControl(className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} dir="auto" {...useControl(className)} {...rest} />
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={classNames('select', className)}>
      <select {...useControl()} {...rest} />
      <Icon icon={ChevronDown} />
    </div>
  )
}
