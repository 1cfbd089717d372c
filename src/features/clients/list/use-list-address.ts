import { type ClientStatus, clientStatuses } from '#contract/vocabulary.ts'
import { useAddressSearch } from '#web/ui/use-address-search.ts'
import { type ClientSort, clientSorts } from '../contract.ts'

function oneOf<T extends string>(words: readonly T[], word: string | null): T | undefined {
  return words.find((each) => each === word)
}

/** State of the list in the URL. `new` is set while the dialog for a new client is open. */
export function useListAddress() {
  const { parameters, search, typed, setTyped, change, clear } = useAddressSearch(['page'])
  return {
    search,
    typed,
    setTyped,
    status: oneOf(clientStatuses, parameters.get('status')),
    sort: oneOf(clientSorts, parameters.get('sort')) ?? '-created',
    isNew: parameters.has('new'),
    setStatus: (status: ClientStatus | undefined) => change({ status, page: undefined }),
    setSort: (sort: ClientSort) =>
      change({ sort: sort === '-created' ? undefined : sort, page: undefined }),
    setNew: (isNew: boolean) => change({ new: isNew ? '1' : undefined }, true),
    clear: () => clear(['status', 'page']),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
