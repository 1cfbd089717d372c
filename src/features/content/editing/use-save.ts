import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Endpoint, type Input, type Output } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf, overviewKey } from '../../../web/api/query.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { isStale } from '../../../web/editing/edit-conflict.tsx'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'

type Saying = { success: string; failure: string }

/**
 * Changes public content, then refetches the lists that show it.
 *
 * @param lists endpoints whose answers the change makes stale, besides the dashboard's counts.
 * @param ifMatch the `updatedAt` of the changed record.
 */
export function useSave<E extends Endpoint>(
  endpoint: E,
  lists: readonly Endpoint[],
  { success, failure }: Saying,
  ifMatch?: string,
) {
  const client = useQueryClient()
  const [keys] = useState(submissionKeys)
  async function refresh() {
    const stale = [...lists.map((list) => keyOf(list)), overviewKey]
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return useMutation<Output<E>, Error, Input<E>>({
    mutationFn: (input) =>
      call(browser, endpoint, input, {
        ifMatch,
        ...(endpoint.once && { idempotencyKey: keys.keyOf(input) }),
      }),
    async onSuccess() {
      keys.forget()
      tellSuccess(success)
      await refresh()
    },
    onError: (error) => (isStale(error) ? void refresh() : tellFailure(error, failure)),
  })
}
