import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Endpoint, type Input, type Transport } from '#contract/endpoint.ts'
import { browser } from './browser.ts'

/** Cached responses never become stale by age; mutations invalidate them by key. */
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
      // An offline mutation fails at once with a message, instead of being queued where nobody sees
      // it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Dashboard counts, invalidated by mutations in every domain. */
export const overviewKey = ['dashboard.overview'] as const

/** Without input, the key matches all cached responses of the endpoint. */
export function keyOf(endpoint: Endpoint, input?: object): readonly unknown[] {
  return input === undefined ? [endpoint.name] : [endpoint.name, input]
}

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
