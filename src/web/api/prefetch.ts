import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Transport } from '../../contract/endpoint.ts'
import type { Answers, Question } from './answers.tsx'

/** How the page being rendered reaches the services; handed over by the server's entry. */
export const transportContext = createContext<Transport>()

/**
 * Asks for everything a page shows while it is rendered. A failed answer is kept as a failure, so
 * that the page still renders and shows its error with a way to retry; such a page is not kept. The
 * reason is for the log; the browser needs to know only that there is no answer.
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

/** Route `headers`: what the loader, or the action before it, set goes out with the document. */
export function loaderHeaders({
  loaderHeaders,
  actionHeaders,
}: {
  loaderHeaders: Headers
  actionHeaders: Headers
}): Headers {
  return new Headers([...actionHeaders, ...loaderHeaders])
}
