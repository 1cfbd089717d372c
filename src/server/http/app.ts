import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '../../contract/failure.ts'
import type { Dependencies } from '../context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { countRequests } from '../metrics/requests.ts'
import { answerMetrics } from '../metrics/serve-metrics.ts'
import { pagesRoute } from '../render/pages.ts'
import { answerUnreadable, bareResponse } from './bare-answers.ts'
import type { RouteHandler } from './dispatch.ts'
import { answerErrors, answerUnroutable } from './errors.ts'
import { setHeaders } from './headers.ts'
import { answerHealth, type Dependency } from './health.ts'
import { cookieName } from './identify.ts'
import { openApiDocument } from './openapi.ts'
import { serve } from './serve.ts'

export type AppParts = {
  deps: Dependencies
  register: readonly RouteHandler[]
  dependencies: readonly Dependency[]
  log: Logger
  isDraining: () => boolean
  /** Adds the site: pages and files, or the development server. */
  addSite?: (app: FastifyInstance) => Promise<void> | void
  /** Asked before anything else, with the id of the request; true when it has answered with a page. */
  answerAgain?: (request: IncomingMessage, response: ServerResponse, id: string) => boolean
  title: string
  /** Routes that are no contract's, such as the way back from Google. */
  addRoutes?: (app: FastifyInstance, deps: Dependencies) => void
}

/** Body limit of JSON calls in bytes; the largest form has seven texts of 5,000 characters. */
const jsonBytes = 64 * 1024

/** A JSON body must be there whole within this time; uploads keep their own watch. */
const bodySeconds = 10

/** Requests of one connection that may wait for their answers. */
const mostAtOnce = 8

/** Pause in taking an answer; Node may look twice before it calls it one, which makes 15 s at most. */
const readerSeconds = 7

/**
 * JSON only, and an empty body counts as none, because the calls without payload are sent with and
 * without a content type.
 */
function readOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonBytes },
    (request: FastifyRequest, body: string, done) => {
      if (body.length === 0) done(null, undefined)
      else parse(request, body, done)
    },
  )
}

type Answered = {
  id: string
  method: string
  reply: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>
  route: Pick<FastifyRequest['routeOptions'], 'url' | 'config'>
}

/**
 * Logs and counts by the pattern of a route, never its URL: searches and ids in it may be personal
 * data. Nothing here comes from outside, so nothing is looked for that must not appear, which would
 * take a quarter of the time of a page.
 */
function openRequestLog(log: Logger, metrics: Metrics) {
  const count = countRequests(metrics)
  const lines = log.child({}, { redact: [] })
  return ({ id, method, reply, route }: Answered) => {
    count({ method }, reply, route)
    lines.info({
      reqId: id,
      event: 'request',
      method,
      route: route.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route registered so far, one entry per method. */
    census: { method: string; url: string; access(): string | undefined }[]
  }
}

/** Denies by default: a route that does not say who may use it stops the start. */
function demandAccess(app: FastifyInstance): void {
  app.decorate('census', [])
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      // Read late: a plugin's own hook may declare the access of its routes after this one.
      app.census.push({ method, url: route.url, access: () => route.config?.access })
    }
  })
  app.addHook('onReady', async () => {
    const open = new Set(app.census.filter(({ access }) => access()).map(({ url }) => url))
    // The router answers HEAD by itself wherever GET is declared.
    const silent = app.census.find(
      ({ method, url, access }) => !access() && !(method === 'HEAD' && open.has(url)),
    )
    if (silent) throw new Error(`${silent.method} ${silent.url} does not declare its access.`)
  })
}

/** Ends a connection whose JSON body dribbles in. */
function hurryBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { headers } = request
    if (request.routeOptions.config.takesUpload) return
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
    const tooSlow = setTimeout(() => request.raw.destroy(), bodySeconds * 1000)
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(tooSlow))
  })
}

/**
 * Ends a connection that takes nothing of its answer for so long; Node counts every byte that the
 * other side has taken, and gives the next request of the connection its usual time again.
 */
function hurryReaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request) => {
    request.raw.socket?.setTimeout?.(readerSeconds * 1000)
  })
}

/**
 * Tells a connection that asks for more and more without waiting for its answers, which would pile
 * up in memory. No browser and no proxy sends even two requests at once on one connection.
 */
function openPiles() {
  const underWay = new WeakMap<object, number>()
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    return count > mostAtOnce
  }
}

/**
 * A connection whose answer was on its way when the end began is idle only afterwards, and would
 * hold the end up for as long as it may stay idle.
 */
function closeWhatIdles(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
}

const stopping = new Failure('unavailable', 'The server is stopping. Please try again shortly.', {
  retryAfter: 5,
})

/**
 * What comes before the framework: piles end here, and kept pages are answered, for which the
 * framework's look at a request would cost some microseconds. They are logged and counted like all
 * others. Once the app closes, everything is refused.
 */
function takeRequests(
  app: FastifyInstance,
  { answerAgain, deps }: AppParts,
  note: ReturnType<typeof openRequestLog>,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const isPile = openPiles()
  const route = { url: pagesRoute, config: { access: 'page' } } as Answered['route']
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const started = performance.now()
    // The rest of what was read from it before it was ended.
    if (request.socket.destroyed) return
    if (isPile(request, response)) return void request.socket.destroy()
    const id = randomUUID()
    if (closing) {
      const { status, headers, body } = bareResponse(stopping, id, deps.config.secureCookies)
      return void response.writeHead(status, headers).end(body)
    }
    // Who has not taken the answers before is left to the hooks that watch over slow readers.
    const isBehind = request.socket.writableLength > 0
    if (isBehind || !answerAgain?.(request, response, id)) {
      return app.routing(request, response)
    }
    request.socket.setTimeout(readerSeconds * 1000)
    response.once('finish', () => {
      const reply = { statusCode: response.statusCode, elapsedTime: performance.now() - started }
      note({ id, method: 'GET', reply, route })
    })
  })
}

/** Builds the whole HTTP side; the caller listens or injects. */
export async function openApp(parts: AppParts): Promise<FastifyInstance> {
  const { deps, register } = parts
  const { config } = deps
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // A request may name the whole address (RFC 9112, 3.2.2); its host counts for nothing.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
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
  demandAccess(app)
  const note = openRequestLog(parts.log, deps.metrics)
  app.addHook('onResponse', async ({ id, method, routeOptions }, reply) =>
    note({ id, method, reply, route: routeOptions }),
  )
  readOnlyJson(app)
  answerErrors(app)
  takeRequests(app, parts, note)
  await setHeaders(app, config.secureCookies)
  await app.register(cookie)
  hurryBodies(app)
  hurryReaders(app)
  closeWhatIdles(app)
  answerHealth(app, parts.dependencies, parts.isDraining)
  const { metrics } = config
  if (metrics?.token && metrics.port === undefined) answerMetrics(app, deps.metrics, metrics.token)
  serve(app, deps, register)
  parts.addRoutes?.(app, deps)
  const endpoints = register.map((offer) => offer.endpoint)
  let document: object | undefined
  app.get('/api/openapi.json', { config: { access: 'public' } }, async () => {
    // Seldom asked for, and it takes a twentieth of a start.
    document ??= openApiDocument(
      endpoints,
      parts.title,
      config.publicUrl,
      cookieName(config.secureCookies),
    )
    return document
  })
  app.all('/api/*', { config: { access: 'public' } }, async () => {
    throw new Failure('not_found', 'There is nothing at this address.')
  })
  app.setNotFoundHandler(async () => {
    throw new Failure('not_found', 'There is nothing at this address.')
  })
  await parts.addSite?.(app)
  return app
}
