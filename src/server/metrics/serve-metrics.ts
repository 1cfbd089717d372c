import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { explainListen } from '../refused-start.ts'
import { contentType } from './exposition.ts'
import type { Metrics } from './metrics.ts'

const metricsPath = '/metrics'

type Log = Pick<FastifyBaseLogger, 'warn'>

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares hashes, so that timing reveals neither length nor content. */
function mayRead(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

const reportTo = (log: Log) => (error: Record<string, unknown>) =>
  log.warn({ event: 'metrics_source', error })

export function answerMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get(metricsPath, { config: { access: 'token' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!mayRead(request.headers.authorization, token)) {
      return reply.status(401).header('www-authenticate', 'Bearer').type('text/plain').send('')
    }
    return reply.type(contentType).send(await metrics.expose(reportTo(request.log)))
  })
}

/**
 * @returns a function that closes the port.
 * @throws Error when the port is not available.
 */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | undefined },
  log: Log,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const finish = (status: number, text = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(text)
    const [path] = (request.url ?? '').split('?')
    if (path !== metricsPath) return finish(404)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return finish(405, '', { allow: 'GET, HEAD' })
    }
    if (token && !mayRead(request.headers.authorization, token)) {
      return finish(401, '', { 'www-authenticate': 'Bearer' })
    }
    metrics.expose(reportTo(log)).then(
      (text) => finish(200, text, { 'content-type': contentType }),
      () => finish(500),
    )
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => explainListen(error, 'METRICS_'))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
