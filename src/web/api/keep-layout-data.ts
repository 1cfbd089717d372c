import type { DataRouter, DataStrategyResult, MiddlewareFunction } from 'react-router'

type Results = Record<string, DataStrategyResult>

/** A thrown redirect also arrives as an error, but is not a failure. */
const isFailed = ({ type, result }: DataStrategyResult) =>
  type === 'error' && !(result instanceof Response)

/**
 * A single request loads the data of a page and of all layouts around it. When it fails, the
 * layouts keep the data they already have, so that only the page shows the failure and anything
 * open beside it, such as the chat, keeps running.
 */
export const keepLayoutData: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next()
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter }
  for (const [id, result] of Object.entries(results)) {
    const data = router?.state.loaderData[id]
    if (isFailed(result) && data !== undefined) results[id] = { type: 'data', result: data }
  }
  return results
}
