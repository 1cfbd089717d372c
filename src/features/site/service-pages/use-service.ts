import { type Question, question, useAnswer } from '../../../web/api/answers.tsx'
import { type Service, services } from '../../content/services/contract.ts'

export type ServiceTitle = Pick<Service, 'slug' | 'title'>

/** Only the data that the page of one service shows is sent to the browser. */
export type ServiceView = {
  service: Service | null
  /** Neighbours in circular order; null if that would be the service itself. */
  previous: ServiceTitle | null
  next: ServiceTitle | null
  /** Services to suggest if the requested one does not exist. */
  others: ServiceTitle[]
}

const titleOf = ({ slug, title }: Service): ServiceTitle => ({ slug, title })

function viewOf(list: Service[], slug: string): ServiceView {
  const index = list.findIndex((one) => one.slug === slug)
  const service = list[index]
  if (!service) return { service: null, previous: null, next: null, others: list.map(titleOf) }
  const next = list[(index + 1) % list.length]
  const previous = list.at(index - 1)
  return {
    service,
    previous: previous && previous !== service && previous !== next ? titleOf(previous) : null,
    next: next && next !== service ? titleOf(next) : null,
    others: [],
  }
}

/** Selects one service by slug from the public list. */
export function questionOf(slug: string): Question<ServiceView> {
  const { key, ask } = question(services.list)
  return {
    key: `${key} ${slug}`,
    async ask(transport) {
      const list: unknown = await ask(transport)
      if (!Array.isArray(list)) throw new TypeError('The services are no list.')
      // Signed-in callers also receive inactive services.
      return viewOf(
        (list as Service[]).filter(({ active }) => active !== false),
        slug,
      )
    },
  }
}

export function useService(slug: string) {
  return useAnswer(questionOf(slug))
}
