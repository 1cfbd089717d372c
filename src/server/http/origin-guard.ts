import type { FastifyRequest } from 'fastify'
import { Failure } from '#contract/failure.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Prevents cross-site request forgery. Pages cannot forge `Sec-Fetch-Site`, and a request with
 * neither header does not come from a browser.
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
