import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { call, type Endpoint, type Output, type Transport } from '../../contract/endpoint.ts'
import { browser } from './browser.ts'

/** A query of a public page; `key` identifies its answer. */
export type Question<T> = { key: string; ask: (transport: Transport) => Promise<T> }

type Answer = { data?: unknown; failed?: true; asking?: true }
export type Answers = Record<string, Answer>

export function question<E extends Endpoint>(endpoint: E): Question<Output<E>> {
  return { key: endpoint.name, ask: (transport) => call(transport, endpoint, {} as never) }
}

/** Browser only: answers since the site was entered. */
const kept = new Map<string, Answer>()
const listeners = new Set<() => void>()

function keep(key: string, answer: Answer): void {
  kept.set(key, answer)
  for (const listener of listeners) listener()
}

export function subscribeToAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isAsking(): boolean {
  return [...kept.values()].some(({ asking }) => asking)
}

/** The back-office may change public data, so answers are dropped when leaving the public site. */
export function useForgottenAnswers(): void {
  useEffect(() => () => kept.clear(), [])
}

async function askFor({ key, ask }: Question<unknown>): Promise<void> {
  const before = kept.get(key)
  if (before?.asking) return
  keep(key, { ...before, asking: true })
  try {
    keep(key, { data: await ask(browser) })
  } catch {
    keep(key, { failed: true })
  }
}

const Given = createContext<Answers>({})

export function Prefetched({ answers, children }: { answers: Answers; children: ReactNode }) {
  useEffect(() => {
    for (const [key, answer] of Object.entries(answers)) {
      if (!answer.failed || !kept.has(key)) keep(key, answer)
    }
  }, [answers])
  return <Given value={answers}>{children}</Given>
}

/** Uses the prefetched or cached answer, otherwise fetches it. Concurrent requests are shared. */
export function useAnswer<T>(asked: Question<T>) {
  const given = use(Given)[asked.key]
  const answer = useSyncExternalStore(
    subscribeToAnswers,
    () => kept.get(asked.key) ?? given,
    () => given,
  )
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
