import type { ReactNode } from 'react'

export function EmptyState(props: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  headingLevel?: 2 | 3 | 4
}) {
  const { children, action } = props
  const Heading = `h${props.headingLevel ?? 3}` as const
  return (
    <div className="grid content-center justify-items-center px-6 py-12 text-center">
      <WaitingDocument />
      <Heading className="mt-5 text-lg leading-snug font-semibold">{props.title}</Heading>
      {children && <div className="measure mt-1.5 text-ink-2">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

function WaitingDocument() {
  return (
    <svg width="148" height="48" viewBox="0 0 148 48" fill="none" aria-hidden="true">
      <path d="M34 24H105" className="stroke-ink" strokeWidth="3" />
      <path
        d="M123 24H146"
        className="stroke-ink"
        strokeWidth="3"
        strokeDasharray="0.1 8"
        strokeLinecap="round"
      />
      <circle cx="114" cy="24" r="8.5" className="fill-surface stroke-ink" strokeWidth="3" />
      <path d="M3 5H22L33 16V43H3Z" className="fill-surface stroke-ink" strokeWidth="2.5" />
      <path d="M22 5V16H33" className="stroke-ink" strokeWidth="2.5" />
      <path d="M9 23H26M9 29.5H26M9 36H19" className="stroke-ink" strokeWidth="2.5" />
    </svg>
  )
}
