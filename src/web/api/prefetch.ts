import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Transport } from '../../contract/endpoint.ts'
import { openQueryClient } from './query.ts'

/** How the page being rendered reaches the services; handed over by the server's entry. */
export const transportContext = createContext<Transport>()

/**
 * Asks for everything a page shows while it is rendered. A failed answer is kept as a failure, so
 * that the page still renders and shows its error with a way to retry; such a page is not kept.
 *
 * @returns the filled cache as a loader's data, for `<Prefetched>`.
 */
export async function prefetch(
  context: Readonly<RouterContextProvider>,
  fill: (cache: QueryClient, transport: Transport) => Promise<void>[],
) {
  const transport = context.get(transportContext)
  const client = openQueryClient()
  await Promise.all(fill(client, transport))
  const cache = dehydrate(client, { shouldDehydrateQuery: () => true })
  const failed = cache.queries.filter(({ state }) => state.status === 'error')
  for (const { state } of failed) {
    // The reason is for the log; the browser needs to know only that there is no answer.
    state.error = new Error('unavailable')
    state.fetchFailureReason = null
  }
  client.clear()
  const queries = cache.queries.map((one) => (one.state.status === 'error' ? one : lean(one)))
  return data(
    { cache: { ...cache, queries } },
    failed.length > 0 ? { headers: { 'cache-control': 'no-store' } } : {},
  )
}

/** An answer without what is the same of every answer; `<Prefetched>` puts that back. */
function lean<Q extends DehydratedState['queries'][number]>({ queryKey, queryHash, state }: Q) {
  const { data, dataUpdatedAt, status } = state
  return { queryKey, queryHash, state: { data, dataUpdatedAt, status } }
}

/** Route `headers`: what the loader, or the action before it, set goes out with the document. */
export function loaderHeaders({
  loaderHeaders,
  actionHeaders,
}: {
  loaderHeaders: Headers
  actionHeaders: Headers
}): Headers {
  return new Headers([...actionHeaders, ...loaderHeaders])
}
