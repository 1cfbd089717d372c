import { createContext, type ReactNode, use, useEffect } from 'react'
import { call, type Endpoint, type Output, type Transport } from '#contract/endpoint.ts'
import { createStore, useStore } from '../store.ts'
import { browser } from './browser.ts'

export type PublicQuery<T> = { key: string; ask: (transport: Transport) => Promise<T> }

type QueryState = { data?: unknown; failed?: true; isFetching?: true }
export type QueryStates = Record<string, QueryState>

export function publicQuery<E extends Endpoint>(endpoint: E): PublicQuery<Output<E>> {
  return { key: endpoint.name, ask: (transport) => call(transport, endpoint, {} as never) }
}

/** Stays empty on the server, where it would be shared by all visitors. */
const cache = createStore<QueryStates>({})

const store = (key: string, answer: QueryState) => cache.set({ ...cache.get(), [key]: answer })

export const subscribeToQueries = cache.subscribe

export function isFetchingAny(): boolean {
  return Object.values(cache.get()).some(({ isFetching }) => isFetching)
}

/** Empties the cache when the public site is left, because the back-office may change the data. */
export function useClearQueriesOnLeave(): void {
  useEffect(() => () => cache.set({}), [])
}

async function fetchQuery({ key, ask }: PublicQuery<unknown>): Promise<void> {
  const before = cache.get()[key]
  if (before?.isFetching) return
  store(key, { ...before, isFetching: true })
  try {
    store(key, { data: await ask(browser) })
  } catch {
    store(key, { failed: true })
  }
}

const InitialData = createContext<QueryStates>({})

export function Prefetched({
  initialData,
  children,
}: {
  initialData: QueryStates
  children: ReactNode
}) {
  useEffect(() => {
    for (const [key, answer] of Object.entries(initialData)) {
      if (!answer.failed || !cache.get()[key]) store(key, answer)
    }
  }, [initialData])
  return <InitialData value={initialData}>{children}</InitialData>
}

export function usePublicQuery<T>(query: PublicQuery<T>) {
  const initial = use(InitialData)[query.key]
  const answer = useStore(cache)[query.key] ?? initial
  const refetch = () => void fetchQuery(query)
  const unknown = !answer
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query.
  useEffect(() => {
    if (unknown) refetch()
  }, [unknown, query.key])
  return {
    data: answer?.data as T | undefined,
    failed: answer?.failed === true,
    isFetching: answer?.isFetching === true,
    refetch,
  }
}
