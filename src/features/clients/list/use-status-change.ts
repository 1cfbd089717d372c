import { call } from '#contract/endpoint.ts'
import type { ClientStatus } from '#contract/vocabulary.ts'
import { browser } from '#web/api/browser.ts'
import { useStatusChanges } from '#web/editing/use-status-changes.ts'
import { clients } from '../contract.ts'
import { useRefresh } from '../use-refresh.ts'

export function useStatusChange() {
  const refresh = useRefresh()
  return useStatusChanges<ClientStatus>({
    nouns: { one: 'client', many: 'clients' },
    send: (changes) => call(browser, clients.changeStatuses, { changes }),
    refresh: refresh.client,
  })
}
