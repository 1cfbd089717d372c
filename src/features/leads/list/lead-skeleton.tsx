import { Skeleton } from '../../../web/ui/loading.tsx'

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
