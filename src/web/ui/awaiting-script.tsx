import { CenteredSpinner } from './spinner.tsx'

/** What a page that is nothing without script shows until its script has begun. */
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
