import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import { useField } from './field.tsx'
import { Icon } from './icon.tsx'

function useControl(className?: string) {
  return { className: classNames('control', `size-${useSize()}`, className), ...useField() }
}

/**
 * `limit` is in characters. Longer pasted text is kept, but the form shows an error and is not
 * submitted.
 */
type Limited = { limit?: number }

export function TextInput(props: ComponentProps<'input'> & Limited) {
  const { className, type = 'text', limit, ...rest } = props
  const dir = type === 'text' || type === 'search' ? 'auto' : undefined
  return <input type={type} dir={dir} data-limit={limit} {...useControl(className)} {...rest} />
}

export function TextArea({ className, limit, ...rest }: ComponentProps<'textarea'> & Limited) {
  return <textarea rows={4} dir="auto" data-limit={limit} {...useControl(className)} {...rest} />
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={classNames('select', className)}>
      <select {...useControl()} {...rest} />
      <Icon icon={ChevronDown} />
    </div>
  )
}
