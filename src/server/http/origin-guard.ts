import type { FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changing requests that another site made a browser send. `Sec-Fetch-Site` is the
 * browser's own word and cannot be forged by a page; `Origin` must be ours when it is there; a
 * request with neither is no browser's and may only come without a session.
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
