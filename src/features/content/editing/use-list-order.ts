import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call, type Endpoint, type Transport } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { showFailure } from '#web/ui/outcome.ts'

type Row = { id: string }

export function useListOrder(list: Endpoint, reorder: Endpoint) {
  return orderOf(useQueryClient(), list, reorder)
}

/**
 * Moves entries of a cached list. The cache changes at once, while requests follow one after
 * another, each with the whole order. After the last one the list is fetched again, which reverts a
 * rejected order.
 *
 * @param list the endpoint whose response is the list itself.
 * @param reorder the endpoint that takes `{ ids }`.
 */
export function orderOf(
  client: QueryClient,
  list: Endpoint,
  reorder: Endpoint,
  transport: Transport = browser,
) {
  const key = keyOf(list, {})
  const mutationKey = [reorder.name]
  const send = (order: string[]) =>
    client
      .getMutationCache()
      .build(client, {
        mutationKey,
        scope: { id: reorder.name },
        mutationFn: (ids: string[]) => call(transport, reorder, { ids }),
        onError: (error: Error) => showFailure(error, 'Failed to change the order'),
        async onSettled() {
          const isLast = client.isMutating({ mutationKey }) === 1
          if (isLast) await client.invalidateQueries({ queryKey: keyOf(list) })
        },
      })
      .execute(order)
  return {
    /** Moves an entry `step` places down, or up if negative. Resolves once stored or rejected. */
    async move(id: string, step: -1 | 1): Promise<void> {
      const rows = client.getQueryData<Row[]>(key) ?? []
      const from = rows.findIndex((row) => row.id === id)
      const to = from + step
      if (from < 0 || to < 0 || to >= rows.length) return
      const moved = rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1))
      // A response in flight would restore the old order.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<Row[]>(key, moved)
      await send(moved.map((row) => row.id)).catch(() => {})
    },
  }
}
