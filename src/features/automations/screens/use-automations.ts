import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { type AutomationState, automationStates } from '#contract/vocabulary.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { useAddressSearch } from '#web/ui/use-address-search.ts'
import { incidents } from '../incidents/contract.ts'

/** State of the list in the address. `new` is set while the dialog for a new one is open. */
export function useAutomationsAddress() {
  const { parameters, search, typed, setTyped, change, clear } = useAddressSearch(['page'])
  const state = automationStates.find((one) => one === parameters.get('state'))
  const clientId = parameters.get('client') ?? undefined
  const assigneeId = parameters.get('assignee') ?? undefined
  return {
    search,
    typed,
    setTyped,
    state,
    clientId,
    assigneeId,
    isNew: parameters.has('new'),
    isFiltered: Boolean(search || state || clientId || assigneeId),
    /** The address of the list with another state. */
    withState(next: AutomationState | undefined): string {
      const after = new URLSearchParams(parameters)
      after.delete('page')
      if (next) after.set('state', next)
      else after.delete('state')
      return `?${after}`
    },
    setClient: (id: string | null) => change({ client: id ?? undefined, page: undefined }),
    setAssignee: (id: string) => change({ assignee: id, page: undefined }),
    setNew: (isNew: boolean) => change({ new: isNew ? '1' : undefined }, true),
    clear: () => clear(['state', 'client', 'assignee', 'page']),
  }
}

export type AutomationsAddress = ReturnType<typeof useAutomationsAddress>

/** Reads again whatever shows automations, runs and incidents. */
export function useRefreshAutomations() {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) =>
        /^(automations|automationRuns|incidents|timeline)\./.test(String(queryKey[0])),
    })
}

export function useAcknowledge() {
  const refresh = useRefreshAutomations()
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note?: string }) =>
      call(browser, incidents.acknowledge, { id, ...(note && { note }) }),
    onSuccess: () => showSuccess('Incident acknowledged'),
    onError: (error) => showFailure(error, 'Failed to acknowledge the incident'),
    onSettled: refresh,
  })
}
