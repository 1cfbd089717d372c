import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '#contract/failure.ts'
import { addHealthRoutes, type Dependency } from '../health.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { countRequest } from '../metrics/requests.ts'
import { answerMetrics } from '../metrics/serve-metrics.ts'
import type { Dependencies } from '../service/context.ts'
import { answerUnreadable } from './bare-answers.ts'
import { clientAddressReader, peerReader } from './client-address.ts'
import type { RouteHandler } from './dispatch.ts'
import { answerErrors, answerUnroutable, nothingHere } from './errors.ts'
import { setHeaders } from './headers.ts'
import { cookieName } from './identify.ts'
import { openApiDocument, openApiInfo } from './openapi.ts'
import { serve } from './serve.ts'

export type AppParts = {
  deps: Dependencies
  register: readonly RouteHandler[]
  dependencies: readonly Dependency[]
  log: Logger
  isDraining: () => boolean
  addSite?: (app: FastifyInstance) => Promise<void> | void
  addRoutes?: (app: FastifyInstance, deps: Dependencies) => void
}

/** The largest form has seven texts of 5,000 characters each. */
const jsonBytes = 64 * 1024

const bodySeconds = 10

/** The number of requests that a connection may have without a response. */
const maxConcurrent = 8

/** How long a client may stop reading a response. Node may check twice, which allows up to 15 s. */
const readerSeconds = 7

/** An empty body counts as none, because such calls come both with and without a content type. */
function readOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done) => {
      if (body.length === 0) done(null, undefined)
      else parse(request, body, done)
    },
  )
}

/**
 * Logs route patterns and never URLs, which may contain personal data. No redaction is needed,
 * because no logged field is input.
 */
function logRequests(app: FastifyInstance, log: Logger, metrics: Metrics): void {
  const lines = log.child({}, { redact: [] })
  app.addHook('onResponse', async ({ id, method, routeOptions }, reply) => {
    countRequest(metrics, { method }, reply, routeOptions)
    // A proxy polls this every second.
    if (routeOptions.config?.access === 'health' && reply.statusCode === 200) return
    lines.info({
      reqId: id,
      event: 'request',
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly clientAddress: string
  }
  interface FastifyInstance {
    census: { method: string; url: string; access(): string | undefined }[]
  }
}

/** Access is denied by default: the server does not start with a route that declares no access. */
function requireAccess(app: FastifyInstance): void {
  app.decorate('census', [])
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      // The hook of a plugin may still set the access later.
      app.census.push({ method, url: route.url, access: () => route.config?.access })
    }
  })
  app.addHook('onReady', async () => {
    const open = new Set(app.census.filter(({ access }) => access()).map(({ url }) => url))
    const undeclared = app.census.find(
      ({ method, url, access }) => !access() && !(method === 'HEAD' && open.has(url)),
    )
    if (undeclared)
      throw new Error(`${undeclared.method} ${undeclared.url} does not declare its access.`)
  })
}

function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { headers } = request
    if (request.routeOptions.config.takesUpload) return
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
    const tooSlow = setTimeout(() => request.raw.destroy(), bodySeconds * 1000)
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(tooSlow))
  })
}

/** Pipelined requests would pile up in memory. Browsers and proxies do not pipeline at all. */
function openPipelineCheck() {
  const underWay = new WeakMap<object, number>()
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    return count > maxConcurrent
  }
}

/** Connections that become idle during a shutdown would delay it by the keep-alive timeout. */
function closeIdleConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
}

const stopping = new Failure('unavailable', 'The server is stopping. Please try again shortly.', {
  retryAfter: 5,
})

/** Runs before all other hooks. Refuses pipelining, and refuses every request once closing. */
function takeRequests(app: FastifyInstance, isDraining: () => boolean): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const isPipelining = openPipelineCheck()
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isPipelining(raw, reply.raw)) {
      raw.socket.destroy()
      return reply.hijack()
    }
    // This makes the proxy open its next connection to another instance.
    if (closing || isDraining()) reply.header('connection', 'close')
    if (closing) throw stopping
  })
}

export async function openApp(parts: AppParts): Promise<FastifyInstance> {
  const { deps, register } = parts
  const { config } = deps
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Reduces an absolute form (RFC 9112, 3.2.2) to its path and ignores the host.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    bodyLimit: jsonBytes,
    requestTimeout: 15 * 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    maxRequestsPerSocket: 1000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    clientErrorHandler: answerUnreadable(parts.log, config.secureCookies),
    frameworkErrors: answerUnroutable(config.secureCookies),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { caseSensitive: true, maxParamLength: 500 },
  }) as unknown as FastifyInstance
  const clientAddress = clientAddressReader(config.trustProxy)
  app.decorateRequest('clientAddress', {
    getter() {
      return clientAddress(this.raw)
    },
  })
  requireAccess(app)
  logRequests(app, parts.log, deps.metrics)
  readOnlyJson(app)
  answerErrors(app)
  setHeaders(app, config.secureCookies)
  takeRequests(app, parts.isDraining)
  await app.register(cookie)
  limitBodyTime(app)
  // Node restarts the timer whenever data flows, and restores the default for the next request.
  app.addHook('onSend', async ({ raw }) => void raw.socket?.setTimeout?.(readerSeconds * 1000))
  closeIdleConnections(app)
  addHealthRoutes(
    app,
    parts.dependencies,
    parts.isDraining,
    deps.encryption,
    peerReader(config.trustProxy),
  )
  const { metrics } = config
  if (metrics?.token && metrics.port === undefined) answerMetrics(app, deps.metrics, metrics.token)
  serve(app, deps, register)
  parts.addRoutes?.(app, deps)
  let document: object | undefined
  app.get('/api/openapi.json', { config: { access: 'public' } }, async () => {
    // Building the document takes a twentieth of the start-up time, so it is built on first use.
    document ??= openApiDocument(register, config.publicUrl, cookieName(config.secureCookies))
    return { info: openApiInfo(deps.content.resolved().firm.name), ...document }
  })
  const refuseUnknown = async () => {
    throw nothingHere()
  }
  app.all('/api/*', { config: { access: 'public' } }, refuseUnknown)
  app.setNotFoundHandler(refuseUnknown)
  await parts.addSite?.(app)
  return app
}
