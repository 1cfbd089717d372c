import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Transport } from '../../contract/endpoint.ts'
import type { Answers, Question } from './answers.tsx'

/** Gives loaders access to the services during server rendering; set by the server entry. */
export const transportContext = createContext<Transport>()

/**
 * Fetches the data of a page during server rendering. A failure does not stop rendering: the page
 * shows an error with a retry, and the response is not cached. The reason is only logged, not sent
 * to the browser.
 *
 * @returns a loader's data, for `<Prefetched>`.
 */
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

/**
 * Route `headers`: sends the headers set by the loader, or by the action before it, with the
 * document.
 */
export function loaderHeaders({
  loaderHeaders,
  actionHeaders,
}: {
  loaderHeaders: Headers
  actionHeaders: Headers
}): Headers {
  return new Headers([...actionHeaders, ...loaderHeaders])
}
