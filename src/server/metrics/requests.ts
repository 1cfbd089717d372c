import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** All built files share this label, because each has a route of its own. */
const filesRoute = '{files}'

export function countRequest(
  { requests, requestSeconds }: Metrics,
  { method: sentMethod }: Pick<FastifyRequest, 'method'>,
  { statusCode, elapsedTime }: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>,
  { url, config }: Pick<FastifyRequest['routeOptions'], 'url' | 'config'>,
): void {
  const method = methods.has(sentMethod) ? sentMethod : 'other'
  const route = config.access === 'asset' ? filesRoute : (url ?? 'none')
  requests.labels(method, route, `${Math.floor(statusCode / 100)}xx`).add()
  requestSeconds.labels(method, route).observe(elapsedTime / 1000)
}
