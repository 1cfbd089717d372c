import type { DataRouter, DataStrategyResult, MiddlewareFunction } from 'react-router'

type Results = Record<string, DataStrategyResult>

/** Redirects are thrown, and thus errors, too. */
const isFailed = ({ type, result }: DataStrategyResult) =>
  type === 'error' && !(result instanceof Response)

/**
 * One request asks for the data of a page and of all layouts around it. When it fails, layouts keep
 * the data they have: only the page says so, and what is open beside it, such as the chat, goes on.
 */
export const keepFrame: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next()
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter }
  for (const [id, result] of Object.entries(results)) {
    const data = router?.state.loaderData[id]
    if (isFailed(result) && data !== undefined) results[id] = { type: 'data', result: data }
  }
  return results
}
