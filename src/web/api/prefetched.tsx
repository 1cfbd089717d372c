import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

type Query = DehydratedState['queries'][number]
type Answer = Pick<Query['state'], 'data' | 'dataUpdatedAt' | 'status'>

/** What a loader fetched; of what was answered only the answer travels. */
export type PrefetchedCache = {
  queries: (Pick<Query, 'queryKey' | 'queryHash'> & { state: Answer & Partial<Query['state']> })[]
  mutations: DehydratedState['mutations']
}

/** The rest of the state of a query that was answered at its first try. */
const answered = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  fetchStatus: 'idle',
} as const

/** Puts what the loader fetched into the query cache before its children read from it. */
export function Prefetched({ cache, children }: { cache: PrefetchedCache; children: ReactNode }) {
  const state = useMemo(
    () => ({
      ...cache,
      queries: cache.queries.map((query) => ({
        dehydratedAt: query.state.dataUpdatedAt,
        ...query,
        state: { ...answered, ...query.state },
      })),
    }),
    [cache],
  )
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}
