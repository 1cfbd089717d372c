import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { statusLabels } from './status-select.tsx'
import type { LeadFilterState } from './use-lead-filter.ts'

export function NothingFound({
  filter,
  subject,
  headingLevel,
}: {
  filter: LeadFilterState
  subject: string
  headingLevel?: 2 | 3
}) {
  const sought = filter.text.trim()
  const label = Object.entries(statusLabels).find(([value]) => value === filter.status)?.[1]
  const title = [
    `No ${subject}`,
    sought && `match '${sought}'`,
    filter.status !== 'all' && `${sought ? 'with' : 'have'} the status ${label ?? filter.status}`,
  ]
  return (
    <EmptyState
      headingLevel={headingLevel}
      title={<span>{title.filter(Boolean).join(' ')}</span>}
      action={<Button onClick={filter.clear}>Clear filters</Button>}
    >
      The search looks at name, email and company.
    </EmptyState>
  )
}

/** As high as the rows to come. */
export function LeadSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="lead-skeleton">
          <Skeleton className="h-3.5 w-3/4" />
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      ))}
      <p role="status" className="sr-only">
        Loading
      </p>
    </div>
  )
}
