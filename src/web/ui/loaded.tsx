import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

export function Loaded<T>(props: {
  query: { data: T | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  message: string
  className?: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const { data, isError, isFetching, refetch } = props.query
  const { className, message } = props
  const failure = (
    <ErrorState className={className} message={message} onRetry={refetch} retrying={isFetching} />
  )
  return (
    <>
      {isError ? failure : data === undefined && props.skeleton}
      {data !== undefined && props.children(data)}
    </>
  )
}
