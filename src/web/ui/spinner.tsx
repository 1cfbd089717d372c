import { classNames } from './class-names.ts'

/** `className` sets the font size, which determines the size of the spinner. */
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

/** Placeholder of pages that need script, shown until the script has started. */
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
