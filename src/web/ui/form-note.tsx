import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export function RequiredNote({ className }: { className?: string }) {
  return (
    <p className={classNames('field-hint', className)}>
      Fields marked <span className="field-star">*</span> are required
    </p>
  )
}

export function FormMessage(props: { tone?: 'danger' | 'note'; children: ReactNode }) {
  const danger = props.tone !== 'note'
  return (
    <div
      role={danger ? 'alert' : undefined}
      className={classNames(
        'flex gap-2.5 rounded-control border px-4 py-3 text-[0.9375rem] leading-normal',
        danger
          ? 'border-danger-text bg-danger-soft text-danger-text'
          : 'border-rule bg-canary-soft text-ink',
      )}
    >
      <Icon icon={danger ? CircleAlert : Info} className="mt-0.5 flex-none" />
      <div>{props.children}</div>
    </div>
  )
}
