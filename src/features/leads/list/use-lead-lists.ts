import { type QueryClient, useQuery } from '@tanstack/react-query'
import { keyOf, query } from '../../../web/api/query.ts'
import { consultations } from '../consultations/contract.ts'
import { inquiries } from '../contact/contract.ts'
import type { Lead } from './lead-filter.ts'

// Structural sharing across 10,000 leads costs more than drawing the visible ones.
const asTheyCome = { structuralSharing: false } as const

export function useInquiries() {
  return useQuery({ ...query(inquiries.list), ...asTheyCome })
}

export function useQuarantine() {
  return useQuery({ ...query(inquiries.list, { quarantined: 'true' }), ...asTheyCome })
}

export function useConsultations() {
  return useQuery({ ...query(consultations.list), ...asTheyCome })
}

const lists = [keyOf(inquiries.list), keyOf(consultations.list)]

/** Keeps a response in flight from undoing a change in the cache. */
export async function stopLeadLists(client: QueryClient): Promise<void> {
  await Promise.all(lists.map((queryKey) => client.cancelQueries({ queryKey })))
}

export function changeLead(client: QueryClient, id: string, change: (lead: Lead) => Lead): void {
  for (const queryKey of lists) {
    client.setQueriesData<Lead[]>({ queryKey }, (leads) =>
      leads?.map((lead) => (lead.id === id ? change(lead) : lead)),
    )
  }
}

/** Refetches everything that a change to leads may affect, by feature name. */
export function refreshLeads(client: QueryClient): Promise<void> {
  const changed = [
    'inquiries',
    'consultations',
    'dashboard',
    'charts',
    'clients',
    'projects',
    'timeline',
  ]
  return client.invalidateQueries({
    predicate: ({ queryKey }) => changed.includes(String(queryKey[0]).split('.')[0] ?? ''),
  })
}
