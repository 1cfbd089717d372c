import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** Shows an answer, `skeleton` until it is there, and a failure with a way to try again. */
export function Loaded<T>({
  query: { data, isError, isFetching, refetch },
  message,
  className,
  skeleton,
  children,
}: {
  query: { data: T | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  message: string
  /** Of the failure. */
  className?: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const failure = (
    <ErrorState className={className} message={message} onRetry={refetch} retrying={isFetching} />
  )
  return (
    <>
      {isError ? failure : data === undefined && skeleton}
      {data !== undefined && children(data)}
    </>
  )
}
