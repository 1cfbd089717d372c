import { classNames } from './class-names.ts'

/** Must be given the size of the expected content. It appears after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton after-a-moment', className)} />
}

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

/** Placeholder rows of the given class, with bars of the given widths. */
export function SkeletonRows(props: {
  rows: number
  className: string
  bars: string[]
  label?: string
}) {
  return (
    <div role="status" aria-label={props.label ?? 'Loading'}>
      {Array.from({ length: props.rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className={props.className}>
          {props.bars.map((width) => (
            <Skeleton key={width} className={`h-3.5 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  )
}
