import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../web/api/query.ts'
import { dashboard } from '../dashboard/contract.ts'
import { projects } from '../projects/contract.ts'
import { timeline } from '../timeline/contract.ts'
import { clients } from './contract.ts'

/** Fetches again what a change shows in; the gone client or project itself is forgotten. */
export function useRefresh() {
  const cache = useQueryClient()
  return {
    /** After a change to a client, or to what it is listed with. */
    async client(id: string) {
      await Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(clients.list) }),
        cache.invalidateQueries({ queryKey: keyOf(clients.show, { id }) }),
        cache.invalidateQueries({ queryKey: keyOf(timeline.show, { id }) }),
        cache.invalidateQueries({ queryKey: keyOf(dashboard.overview) }),
      ])
    },
    /** After a change inside a project. */
    async project(clientId: string, projectId: string) {
      await Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(projects.show, { clientId, projectId }) }),
        cache.invalidateQueries({ queryKey: keyOf(timeline.show, { id: clientId }) }),
      ])
    },
    async afterDeletion(id: string) {
      cache.removeQueries({ queryKey: keyOf(clients.show, { id }) })
      cache.removeQueries({ queryKey: keyOf(timeline.show, { id }) })
      await Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(clients.list) }),
        cache.invalidateQueries({ queryKey: keyOf(dashboard.overview) }),
      ])
    },
  }
}
