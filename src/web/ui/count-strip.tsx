import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { Skeleton } from './loading.tsx'

type Count = {
  label: string
  to?: string
  /** Undefined while loading and after a failure. */
  count: number | undefined
  meaning: string | undefined
}

/** Cards with one number each, with any failure below them. */
export function CountStrip(props: {
  counts: readonly Count[]
  isMissing: boolean
  className?: string
  failure?: ReactNode
}) {
  const { counts, isMissing, className, failure } = props
  return (
    <div className="panel overflow-clip">
      <ul className={classNames('count-strip', className)}>
        {counts.map(({ label, to, count, meaning }) => (
          <li key={label} className="count-card">
            <p className="small text-ink-2">{to ? <Link to={to}>{label}</Link> : label}</p>
            <p className="count-figure">
              {count?.toLocaleString() ?? (isMissing ? '–' : <Skeleton className="h-lh w-12" />)}
            </p>
            <p className="small text-ink-2">{meaning ?? '\u00a0'}</p>
          </li>
        ))}
      </ul>
      {isMissing && failure}
    </div>
  )
}
