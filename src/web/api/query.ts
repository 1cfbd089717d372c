import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Endpoint, type Input, type Transport } from '../../contract/endpoint.ts'
import { browser } from './browser.ts'

/**
 * A cache of answers that are fetched once, never retried, and never considered stale: what
 * changes them invalidates them by name.
 */
export function openQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        retryOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      // A change made offline fails at once and says so, rather than waiting unsaved and unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The key of the dashboard's counts, which changes in every domain make stale. */
export const overviewKey = ['dashboard.overview'] as const

/** The cache key of an endpoint; without input, of all its answers. */
export function keyOf(endpoint: Endpoint, input?: object): readonly unknown[] {
  return input === undefined ? [endpoint.name] : [endpoint.name, input]
}

/** Query options for an endpoint: `useQuery(query(services.list))`. */
export function query<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {} as Input<E>,
  transport: Transport = browser,
) {
  return queryOptions({
    queryKey: keyOf(endpoint, input as object),
    queryFn: ({ signal }) => call(transport, endpoint, input, { signal }),
  })
}
