import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type InquiryStatus, inquiryStatuses, leadSorts } from '#contract/vocabulary.ts'
import { useEscapeWhileOpening } from '#web/ui/escape.ts'
import type { SortOrder } from '#web/ui/sort-by.tsx'
import { useAddressSearch } from '#web/ui/use-address-search.ts'

/** Search, status, order and open lead, stored in the address: `?q=&status=&sort=-date&open=`. */
export function useLeadFilter() {
  const { parameters, search, typed, setTyped, change, clear } = useAddressSearch(['page'])
  const status = inquiryStatuses.find((word) => word === parameters.get('status'))
  const sort = leadSorts.find((word) => word === parameters.get('sort')) ?? '-date'
  const isDescending = sort.startsWith('-')
  const order: SortOrder = {
    column: isDescending ? sort.slice(1) : sort,
    direction: isDescending ? 'descending' : 'ascending',
  }
  return {
    typed,
    setTyped,
    search,
    status,
    setStatus: (next: InquiryStatus | undefined) => change({ status: next, page: undefined }),
    sort,
    order,
    /** Sorting by the same column again reverses the order. */
    sortBy(column: string) {
      const isAscending = order.column === column && !isDescending
      const next = isAscending ? `-${column}` : column
      change({ sort: next === '-date' ? undefined : next, page: undefined }, true)
    },
    isActive: typed.trim() !== '' || status !== undefined,
    clear: () => clear(['status', 'page']),
    opened: useOpenLead(parameters),
  }
}

export type LeadFilter = ReturnType<typeof useLeadFilter>

function useOpenLead(parameters: URLSearchParams) {
  const { state } = useLocation()
  const navigate = useNavigate()

  function close(): void {
    const isOpenedHere = Boolean((state as { openedHere?: boolean } | null)?.openedHere)
    if (isOpenedHere) void navigate(-1)
    else void navigate(addressOf(parameters, null), { replace: true, preventScrollReset: true })
  }

  const openId = parameters.get('open')
  const onClick = useEscapeWhileOpening(openId !== null, close)
  return {
    openId,
    /** Stable as long as the address does not change, so that rows need not render again. */
    linkTo: useCallback(
      (id: string) => ({
        to: addressOf(parameters, id),
        state: { openedHere: true },
        preventScrollReset: true,
        onClick,
      }),
      [parameters, onClick],
    ),
    close,
  }
}

function addressOf(parameters: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(parameters)
  if (id) next.set('open', id)
  else next.delete('open')
  return `?${next}`
}
