import { Skeleton } from '../../../web/ui/loading.tsx'

/** Placeholders as high as the rows. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading clients">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="list-loading-row">
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-1/3" />
          <Skeleton className="h-3.5 w-1/6" />
        </div>
      ))}
    </div>
  )
}
