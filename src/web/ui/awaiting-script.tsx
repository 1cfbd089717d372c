import { CenteredSpinner } from './spinner.tsx'

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
