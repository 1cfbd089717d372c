import { Outlet, useRevalidator } from 'react-router'
import { ErrorState } from '#web/ui/error-state.tsx'

/** Surrounds the pages of a layout, so that the layout stays when a page fails. */
export default function BodyPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="wrap section grid justify-items-start gap-6">
      <h1 className="h1-page">Please try again</h1>
      <ErrorState
        message="This page couldn’t be loaded."
        onRetry={() => void revalidate()}
        retrying={state === 'loading'}
      />
    </div>
  )
}
