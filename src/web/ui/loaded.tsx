import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { PartBoundary } from './part-boundary.tsx'

export function Loaded<T>(props: {
  query: { data: T | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  message: string
  className?: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const { data, isError, isFetching, refetch } = props.query
  const { className, message, children } = props
  const failure = (
    <ErrorState className={className} message={message} onRetry={refetch} retrying={isFetching} />
  )
  return (
    <>
      {isError ? failure : data === undefined && props.skeleton}
      {data !== undefined && (
        <PartBoundary content={data} failure={!isError && failure}>
          <Shown data={data}>{children}</Shown>
        </PartBoundary>
      )}
    </>
  )
}

/** Calls `children` below the boundary, so that the boundary catches what it throws. */
function Shown<T>({ data, children }: { data: T; children: (data: T) => ReactNode }) {
  return children(data)
}
