import { classNames } from './class-names.ts'

/** A grey stand-in; give it the size of what will come. Shows itself after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton after-a-moment', className)} />
}

/** Entries of a list that are on their way; says so once. */
export function SkeletonList({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-rule">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row, index) => (
        <div key={row} className="flex items-center gap-6 px-5 py-3">
          <span className="badge -mx-3">&nbsp;</span>
          <Skeleton className={index % 2 === 0 ? 'h-3.5 w-1/3' : 'h-3.5 w-1/4'} />
          <Skeleton className="ml-auto h-3.5 w-1/6" />
        </div>
      ))}
    </div>
  )
}
