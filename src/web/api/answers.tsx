import { createContext, type ReactNode, use, useEffect } from 'react'
import { call, type Endpoint, type Output, type Transport } from '#contract/endpoint.ts'
import { createStore, useStore } from '../store.ts'
import { browser } from './browser.ts'

export type Question<T> = { key: string; ask: (transport: Transport) => Promise<T> }

type Answer = { data?: unknown; failed?: true; asking?: true }
export type Answers = Record<string, Answer>

export function question<E extends Endpoint>(endpoint: E): Question<Output<E>> {
  return { key: endpoint.name, ask: (transport) => call(transport, endpoint, {} as never) }
}

/** Filled in browsers only. */
const cache = createStore<Answers>({})

const store = (key: string, answer: Answer) => cache.set({ ...cache.get(), [key]: answer })

export const subscribeToAnswers = cache.subscribe

export function isAsking(): boolean {
  return Object.values(cache.get()).some(({ asking }) => asking)
}

/** The back-office may change public data, so answers are dropped when leaving the public site. */
export function useForgottenAnswers(): void {
  useEffect(() => () => cache.set({}), [])
}

async function askFor({ key, ask }: Question<unknown>): Promise<void> {
  const before = cache.get()[key]
  if (before?.asking) return
  store(key, { ...before, asking: true })
  try {
    store(key, { data: await ask(browser) })
  } catch {
    store(key, { failed: true })
  }
}

const Given = createContext<Answers>({})

export function Prefetched({ answers, children }: { answers: Answers; children: ReactNode }) {
  useEffect(() => {
    for (const [key, answer] of Object.entries(answers)) {
      if (!answer.failed || !cache.get()[key]) store(key, answer)
    }
  }, [answers])
  return <Given value={answers}>{children}</Given>
}

export function useAnswer<T>(asked: Question<T>) {
  const given = use(Given)[asked.key]
  const answer = useStore(cache)[asked.key] ?? given
  const again = () => void askFor(asked)
  const unknown = !answer
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which question it is.
  useEffect(() => {
    if (unknown) again()
  }, [unknown, asked.key])
  return {
    data: answer?.data as T | undefined,
    failed: answer?.failed === true,
    asking: answer?.asking === true,
    again,
  }
}
