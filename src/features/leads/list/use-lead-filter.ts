import { useDeferredValue, useMemo } from 'react'
import { useAddressSearch } from '../../../web/ui/use-address-search.ts'
import { findLeads, type Lead, type LeadFilter, newestFirst, orderLeads } from './lead-filter.ts'

export type LeadFilterState = LeadFilter & {
  isActive: boolean
  setText: (text: string) => void
  setStatus: (status: string) => void
  /** Choosing the same column again reverses the order. */
  sortBy: (column: string) => void
  clear: () => void
}

/** Search, status and order in the address: `?q=&status=&sort=-date`. */
export function useLeadFilter(): LeadFilterState {
  const { parameters, typed, setTyped, change, clear } = useAddressSearch()
  const status = parameters.get('status') ?? 'all'
  const sort = parameters.get('sort')

  const order = useMemo(() => {
    if (!sort) return newestFirst
    const isDescending = sort.startsWith('-')
    return {
      column: isDescending ? sort.slice(1) : sort,
      direction: isDescending ? ('descending' as const) : ('ascending' as const),
    }
  }, [sort])

  return {
    text: typed,
    status,
    order,
    isActive: typed.trim() !== '' || status !== 'all',
    setText: setTyped,
    setStatus: (next) => change({ status: next === 'all' ? undefined : next }),
    sortBy(column) {
      const isAscending = order.column === column && order.direction === 'ascending'
      const next = isAscending ? `-${column}` : column
      change({ sort: next === '-date' ? undefined : next }, true)
    },
    clear: () => clear(['status']),
  }
}

const none: Lead[] = []

/** Deferred, so that typing stays responsive. */
export function useFoundLeads(leads: readonly Lead[] = none, { order, text, status }: LeadFilter) {
  const ordered = useMemo(() => orderLeads(leads, order), [leads, order])
  const sought = useDeferredValue(text)
  return useMemo(() => findLeads(ordered, { text: sought, status }), [ordered, sought, status])
}
