import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Endpoint, type Input, type Output } from '../../contract/endpoint.ts'
import { browser } from '../../web/api/browser.ts'
import { keyOf } from '../../web/api/query.ts'
import { tellFailure, tellSuccess } from '../../web/ui/outcome.ts'
import { dashboard } from '../dashboard/contract.ts'

type Saying = { success: string; failure: string }

/**
 * Sends a change of what the public site shows, then reads the lists again that show it.
 *
 * @param lists endpoints whose answers the change makes stale, besides the counts of the dashboard.
 */
export function useSave<E extends Endpoint>(
  endpoint: E,
  lists: readonly Endpoint[],
  { success, failure }: Saying,
) {
  const client = useQueryClient()
  return useMutation<Output<E>, Error, Input<E>>({
    mutationFn: (input) => call(browser, endpoint, input),
    async onSuccess() {
      tellSuccess(success)
      const stale = [...lists, dashboard.overview]
      await Promise.all(stale.map((list) => client.invalidateQueries({ queryKey: keyOf(list) })))
    },
    onError: (error) => tellFailure(error, failure),
  })
}
