import { classNames } from './class-names.ts'

/** Needs the size of the expected content. Appears after 200 ms. */
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

/** Placeholder rows of a class, with bars of the given widths. */
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

/** `className` sets the font size, which the spinner follows. */
export function Spinner({ label, className }: { label: string; className: string }) {
  return (
    <span role="status" className={classNames('inline-flex items-center text-ink-2', className)}>
      <span className="spinner" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

export function CenteredSpinner({ label = 'Loading', minHeight = 'min-h-60' }) {
  return (
    <div className={classNames('grid place-items-center', minHeight)}>
      <Spinner label={label} className="after-a-moment text-2xl" />
    </div>
  )
}

/** Placeholder of pages that cannot work without script, until it has started. */
export function AwaitingScript() {
  return (
    <>
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <div className="needs-script">
        <CenteredSpinner />
      </div>
    </>
  )
}
