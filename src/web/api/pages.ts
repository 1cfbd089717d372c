import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import { browser } from './browser.ts'
import { keyOf } from './query.ts'

type PageOf<E extends Endpoint> = Extract<Output<E>, { items: unknown[]; next: string | null }>

export function pages<E extends Endpoint>(endpoint: E, input: Input<E> & { limit: number }) {
  return infiniteQueryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ pageParam: after, signal }) => {
      const wanted = { ...input, ...(after !== null && { after }) }
      return (await call(browser, endpoint, wanted, { signal })) as PageOf<E>
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
