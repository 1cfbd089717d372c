import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import { maxPage } from '#contract/max-page.ts'
import { browser } from './browser.ts'
import { keyOf } from './query.ts'
import type { refetchAlways } from './refetch-always.ts'

/** A page that a screen shows, unless the input has a `limit`. */
const pageSize = 50

/** Some lists are arrays if no page is asked for. */
type PageOf<E extends Endpoint> = Exclude<Output<E>, readonly unknown[]>
type Limited<E extends Endpoint> = Input<E> & { limit: number }

type Numbered = { items: unknown[]; next: string | null; total: number }

/** A single page: the first one, unless the input says otherwise. */
export function onePage<E extends Endpoint>(endpoint: E, input: Limited<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    async queryFn({ signal }) {
      const page = (await call(browser, endpoint, input, { signal })) as PageOf<E>
      // A list would wait for its rows forever. Those of clients are not called `items`.
      if (!Object.values(page as object).some(Array.isArray))
        throw new Error('Not a page of a list')
      return page
    },
  })
}

/** The pages at the foot of a list, for `DataList` and `Pagination`. */
export type Paging = { page: number; pages: number; onPage: (page: number) => void }

type PagesOptions = Partial<typeof refetchAlways> & {
  staleTime?: number
  /** Another one for a second list of a screen; null for a list whose page is not in the address. */
  parameter?: string | null
}

/**
 * The page of a list that the address names: `?page=2`. Whoever writes a filter to the address
 * removes `page`. The previous page stays until the next one has arrived.
 * @param endpoint takes `page` and `limit` and answers `total`, exact unless `next` comes with it.
 */
export function usePages<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { parameter = 'page', ...options }: PagesOptions = {},
) {
  const { limit = pageSize } = input as { limit?: number }
  const [parameters, setParameters] = useSearchParams()
  const list = JSON.stringify(input)
  const [own, setOwn] = useState({ list, page: 1 })
  const ownPage = own.list === list ? own.page : 1
  const given = parameter === null ? ownPage : Number(parameters.get(parameter) ?? 1)
  const page = Number.isSafeInteger(given) && given > 0 ? Math.min(given, maxPage) : 1
  // An empty page that is left does not stand in for the one that follows.
  const leaves = useRef(false)
  const found = useQuery({
    ...onePage(endpoint, { ...input, page, limit }),
    placeholderData: (previous) => (leaves.current ? undefined : previous),
    ...options,
  })
  const { items = [], next, total = 0 } = (found.data ?? {}) as Partial<Numbered>
  // A list that is too long to be counted goes on after the last counted page.
  const known = next ? page + 1 : items.length > 0 ? page : 1
  const pages = Math.max(Math.ceil(total / limit), found.isPlaceholderData ? 1 : known)
  function onPage(wanted: number, replace = false): void {
    if (parameter === null) {
      setOwn({ list, page: wanted })
      return
    }
    const change = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      if (wanted > 1) after.set(parameter, String(wanted))
      else after.delete(parameter)
      return after
    }
    setParameters(change, { replace, preventScrollReset: true })
  }
  // A page may end to exist, because its last rows have gone.
  const isGone = found.data !== undefined && !found.isPlaceholderData && page > pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a page that is gone is left.
  useEffect(() => {
    if (isGone) onPage(pages, true)
  }, [isGone])
  leaves.current = isGone || (leaves.current && found.data === undefined)
  const paging: Paging = { page, pages, onPage }
  return { ...found, data: isGone ? undefined : found.data, paging }
}
