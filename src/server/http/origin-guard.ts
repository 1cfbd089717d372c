import type { FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards against cross-site request forgery. Pages cannot forge `Sec-Fetch-Site`; `Origin`, when
 * present, must be ours; a request with neither does not come from a browser and must not carry a
 * session.
 *
 * @throws Failure `forbidden`
 */
export function refuseForeignWrites(
  request: FastifyRequest,
  allowedOrigins: readonly string[],
  hasSession: boolean,
): void {
  if (reading.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && !allowedOrigins.includes(origin)) ||
    (site === undefined && origin === undefined && hasSession)
  if (!foreign) return
  request.log.warn({ event: 'foreign_write_refused', site, hasOrigin: origin !== undefined })
  throw new Failure('forbidden', 'This request did not come from this site.')
}
