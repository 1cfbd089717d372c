import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Endpoint } from '../../contract/endpoint.ts'
import { sentenceOf } from '../../web/api/api-error.ts'
import { browser } from '../../web/api/browser.ts'
import { keyOf } from '../../web/api/query.ts'
import { toast } from '../../web/ui/toast-store.ts'

/**
 * Moves entries of a cached list: seen at once, taken back when the server refuses.
 *
 * @param list the endpoint whose whole answer is the list; @param reorder takes `{ ids }`.
 */
export function useListOrder<T extends { id: string }>(list: Endpoint, reorder: Endpoint) {
  const client = useQueryClient()
  const key = keyOf(list, {})
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => call(browser, reorder, { ids }),
    onMutate(ids) {
      const before = client.getQueryData<T[]>(key)
      client.setQueryData<T[]>(key, (rows) =>
        rows?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      )
      return before
    },
    onError(error, _, before) {
      client.setQueryData(key, before)
      const description = sentenceOf(error, 'Failed to change the order')
      toast({ title: 'Error', description, variant: 'destructive' })
    },
  })
  return {
    /** Puts an entry `step` places further down, or up when negative. */
    move(id: string, step: -1 | 1) {
      const ids = (client.getQueryData<T[]>(key) ?? []).map((row) => row.id)
      const from = ids.indexOf(id)
      const to = from + step
      if (from < 0 || to < 0 || to >= ids.length) return
      ids.splice(to, 0, ...ids.splice(from, 1))
      mutate(ids)
    },
  }
}
