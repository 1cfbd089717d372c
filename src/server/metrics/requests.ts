import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Count, Distribution } from './exposition.ts'
import type { Metrics } from './metrics.ts'

type Meter = { seconds: Distribution; byClass: (Count | undefined)[] }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Shared label of all built files, each of which has its own route. */
const filesRoute = '{files}'

/**
 * Counts replies. A route's meters are looked up once, so a cached page costs two look-ups and a
 * few additions.
 */
export function countRequests({ requests, requestSeconds }: Metrics) {
  const meters = new Map<string, Map<string, Meter>>()

  function meterOf(route: string, sentMethod: string): Meter {
    let ofRoute = meters.get(route)
    if (!ofRoute) {
      ofRoute = new Map()
      meters.set(route, ofRoute)
    }
    const method = methods.has(sentMethod) ? sentMethod : 'other'
    const existing = ofRoute.get(method)
    if (existing) return existing
    const made = { seconds: requestSeconds.of(method, route), byClass: [] }
    ofRoute.set(method, made)
    return made
  }

  return (
    { method }: Pick<FastifyRequest, 'method'>,
    { statusCode, elapsedTime }: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>,
    { url, config }: Pick<FastifyRequest['routeOptions'], 'url' | 'config'>,
  ): void => {
    const route = config.access === 'asset' ? filesRoute : (url ?? 'none')
    const meter = meterOf(route, method)
    const status = Math.floor(statusCode / 100)
    let count = meter.byClass[status]
    if (!count) {
      count = requests.of(methods.has(method) ? method : 'other', route, `${status}xx`)
      meter.byClass[status] = count
    }
    count.add()
    meter.seconds.observe(elapsedTime / 1000)
  }
}
