import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '#web/api/query.ts'
import { clients } from './contract.ts'

/** Refetches everything that shows the changed client or project. */
export function useRefresh() {
  const cache = useQueryClient()
  const ofFeatures = (features: string[]) => ({
    predicate: ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
      features.includes(String(name).split('.')[0] ?? ''),
  })
  const refetch = (features: string[]) => cache.invalidateQueries(ofFeatures(features))
  return {
    /** Call this after a change to a client, or to data listed with it. */
    client: () => refetch(['clients', 'timeline', 'dashboard', 'charts']),
    project: () => refetch(['projects', 'timeline']),
    /** Includes leads, because those of the deleted client are no longer linked. */
    async afterDeletion(id: string) {
      cache.removeQueries({ queryKey: keyOf(clients.show, { id }) })
      cache.removeQueries(ofFeatures(['timeline']))
      await refetch(['clients', 'dashboard', 'charts', 'inquiries', 'consultations'])
    },
  }
}
