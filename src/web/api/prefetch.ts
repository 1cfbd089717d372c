import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Transport } from '#contract/endpoint.ts'
import type { PublicQuery, QueryStates } from './public-query.tsx'

/** Gives loaders access to the services during server rendering. The server entry sets it. */
export const transportContext = createContext<Transport>()

/** After a failure the page shows an error with a retry, and the response is not cached. */
export async function prefetch(
  context: Readonly<RouterContextProvider>,
  queries: PublicQuery<unknown>[],
) {
  const transport = context.get(transportContext)
  const initialData: QueryStates = {}
  await Promise.all(
    queries.map(async ({ key, ask }) => {
      const answered = ask(transport).then((answer) => ({ data: answer }))
      initialData[key] = await answered.catch(() => ({ failed: true as const }))
    }),
  )
  const failed = Object.values(initialData).some((answer) => answer.failed)
  return data({ initialData }, failed ? { headers: { 'cache-control': 'no-store' } } : {})
}

/**
 * The `headers` export of routes. It merges those of the loader and of the action that ran before
 * it.
 */
export function loaderHeaders(given: Record<'loaderHeaders' | 'actionHeaders', Headers>): Headers {
  return new Headers([...given.actionHeaders, ...given.loaderHeaders])
}
