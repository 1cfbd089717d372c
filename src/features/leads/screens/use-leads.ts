import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { onePage, usePages } from '#web/api/pages.ts'
import { keyOf, query } from '#web/api/query.ts'
import { consultations } from '../consultation-form/contract.ts'
import { inquiries } from '../contract.ts'
import type { Lead } from '../lead.ts'

export type LeadEndpoint = typeof inquiries.list | typeof consultations.list
type Wanted = Input<typeof inquiries.list>
type Page = { items: Lead[] }

/** `isError` is false while there is something to show. */
const itemsOf = <S extends { data: Page | undefined; isError: boolean }>({
  data,
  ...state
}: S) => ({
  ...state,
  data: data?.items,
  isError: state.isError && !data,
})

/** The page of a list that the address names. */
export const useLeadPages = (list: LeadEndpoint, wanted: Wanted) => itemsOf(usePages(list, wanted))

/** The first leads of a list. */
export const useFirstLeads = (list: LeadEndpoint, limit: number) =>
  itemsOf(useQuery(onePage(list, { limit })))

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
        .flatMap((queryKey) => client.getQueriesData<Page>({ queryKey }))
        .flatMap(([, page]) => page?.items ?? [])
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
    client.setQueriesData<Page>(
      { queryKey },
      (page) => page && { ...page, items: page.items.map(changed) },
    )
  }
  client.setQueriesData<Lead>({ queryKey: one }, (lead) => lead && changed(lead))
}

const affected = /^(inquiries|consultations|dashboard|charts|clients|projects|timeline)\b/

/** Refetches everything that a change to leads may affect, by feature name. */
export const refreshLeads = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => affected.test(String(queryKey[0])) })
