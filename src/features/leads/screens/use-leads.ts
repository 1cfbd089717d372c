import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { pages } from '#web/api/pages.ts'
import { keyOf, query } from '#web/api/query.ts'
import { consultations } from '../consultation-form/contract.ts'
import { inquiries } from '../contract.ts'
import type { Lead } from '../lead.ts'

export type LeadEndpoint = typeof inquiries.list | typeof consultations.list
type Wanted = Input<typeof inquiries.list>
type Pages = InfiniteData<{ items: Lead[]; next: string | null }>

const max = 100

/**
 * Pages of leads. The previous results stay until those of a new search arrive. `isError` is false
 * while there is something to show.
 */
export function useLeads(list: LeadEndpoint, wanted: Wanted = {}, limit = max) {
  const { data: loaded, ...state } = useInfiniteQuery({
    ...pages(list, { ...wanted, limit }),
    placeholderData: keepPreviousData,
  })
  const data = useMemo(() => loaded?.pages.flatMap(({ items }) => items), [loaded])
  return { ...state, data, isError: state.isError && !data }
}

/** Undefined until the leads have been counted. */
export function useLeadCount(filter: Input<typeof inquiries.count>) {
  return useQuery({ ...query(inquiries.count, filter), placeholderData: keepPreviousData })
}

/** A lead by id, whether or not its page has been loaded. */
export function useLead(id: string | null): Lead | undefined {
  const client = useQueryClient()
  const { data } = useQuery({
    ...query(inquiries.show, { id: id ?? '' }),
    enabled: id !== null,
    initialData: () =>
      lists
        .flatMap((queryKey) => client.getQueriesData<Pages>({ queryKey }))
        .flatMap(([, loaded]) => loaded?.pages ?? [])
        .flatMap(({ items }) => items)
        .find((lead) => lead.id === id),
    gcTime: 0,
  })
  return data
}

const lists = [keyOf(inquiries.list), keyOf(consultations.list)]
const one = keyOf(inquiries.show)

/** Keeps a response in flight from reverting a change in the cache. */
export async function stopLeadLists(client: QueryClient): Promise<void> {
  await Promise.all([...lists, one].map((queryKey) => client.cancelQueries({ queryKey })))
}

export function changeLead(client: QueryClient, id: string, change: (lead: Lead) => Lead): void {
  const changed = (lead: Lead) => (lead.id === id ? change(lead) : lead)
  for (const queryKey of lists) {
    client.setQueriesData<Pages>({ queryKey }, (loaded) => {
      if (!loaded) return loaded
      const all = loaded.pages.map((page) => ({ ...page, items: page.items.map(changed) }))
      return { ...loaded, pages: all }
    })
  }
  client.setQueriesData<Lead>({ queryKey: one }, (lead) => lead && changed(lead))
}

const affected = /^(inquiries|consultations|dashboard|charts|clients|projects|timeline)\b/

/** Refetches everything that a change to leads may affect, by feature name. */
export const refreshLeads = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => affected.test(String(queryKey[0])) })
