import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '#web/api/query.ts'
import { clients } from '../contract.ts'
import { projects } from '../projects/contract.ts'
import { timeline } from '../timeline/contract.ts'

/** Refetches everything that shows the changed client or project. */
export function useRefresh() {
  const cache = useQueryClient()
  const refetch = (features: string[]) =>
    cache.invalidateQueries({
      predicate: ({ queryKey: [name] }) => features.includes(String(name).split('.')[0] ?? ''),
    })
  return {
    /** Call this after a change to a client, or to data listed with it. */
    client: () => refetch(['clients', 'timeline', 'dashboard', 'charts']),
    async project(clientId: string, projectId: string) {
      await Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(projects.show, { clientId, projectId }) }),
        cache.invalidateQueries({ queryKey: keyOf(timeline.show, { id: clientId }) }),
      ])
    },
    /** Includes leads, because those of the deleted client are no longer linked. */
    async afterDeletion(id: string) {
      cache.removeQueries({ queryKey: keyOf(clients.show, { id }) })
      cache.removeQueries({ queryKey: keyOf(timeline.show, { id }) })
      await refetch(['clients', 'dashboard', 'charts', 'inquiries', 'consultations'])
    },
  }
}
