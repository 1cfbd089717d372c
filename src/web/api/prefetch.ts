import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Transport } from '#contract/endpoint.ts'
import type { Answers, Question } from './answers.tsx'

/** Gives loaders access to the services during server rendering; set by the server entry. */
export const transportContext = createContext<Transport>()

/** After a failure the page shows an error with a retry, and the response is not cached. */
export async function prefetch(
  context: Readonly<RouterContextProvider>,
  questions: Question<unknown>[],
) {
  const transport = context.get(transportContext)
  const answers: Answers = {}
  await Promise.all(
    questions.map(async ({ key, ask }) => {
      const answered = ask(transport).then((answer) => ({ data: answer }))
      answers[key] = await answered.catch(() => ({ failed: true as const }))
    }),
  )
  const failed = Object.values(answers).some((answer) => answer.failed)
  return data({ answers }, failed ? { headers: { 'cache-control': 'no-store' } } : {})
}

/** Route `headers`: those set by the loader, and by the action before it. */
export function loaderHeaders(given: Record<'loaderHeaders' | 'actionHeaders', Headers>): Headers {
  return new Headers([...given.actionHeaders, ...given.loaderHeaders])
}
