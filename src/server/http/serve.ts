import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { cutText } from '#contract/cut-text.ts'
import { type Access, methodAndPath, type Transport } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { type FileResponse, sendFile } from '../files/file-response.ts'
import type { Context, Dependencies, SessionCookie, SignedIn } from '../service/context.ts'
import { type Budget, takeOrRefuse } from '../service/rate-limits.ts'
import { RawJson, serialize } from '../service/raw-json.ts'
import { openRequestSlots } from '../service/request-slots.ts'
import { addressKey } from './client-address.ts'
import { dispatch, type RouteHandler } from './dispatch.ts'
import { logFailure, toFailure } from './errors.ts'
import { cookieName, identify, idleSeconds } from './identify.ts'
import { refuseForeignWrites } from './origin-guard.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** With `token` the route itself checks the request. */
    access?: Access | 'page' | 'asset' | 'health' | 'token'
    takesUpload?: boolean
    fromServers?: boolean
  }
}

/** Far above what a busy office needs. It stops runaway loops. */
const callBudget: Budget = { name: 'calls', points: 3000, seconds: 60 }

function sessionCookie(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionCookie {
  const name = cookieName(deps.config.secureCookies)
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.secureCookies,
  } as const
  return {
    sent: request.routeOptions.config.fromServers ? undefined : request.cookies[name] || undefined,
    set: (token) => void reply.setCookie(name, token, { ...attributes, maxAge: idleSeconds }),
    clear: () => void reply.clearCookie(name, attributes),
  }
}

function header(request: FastifyRequest, name: string, max: number): string {
  const value = request.headers[name]
  return typeof value === 'string' ? cutText(value, max) : ''
}

/** Path parameters take precedence, so that an id in the body cannot redirect a call. */
function inputOf(request: FastifyRequest, reads: boolean): unknown {
  const given: unknown = reads ? request.query : (request.body ?? {})
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Failure('invalid_input', 'The request body must be a JSON object.')
  }
  return { ...given, ...(request.params as Record<string, string>) }
}

export async function contextOf(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const cookie = sessionCookie(deps, request, reply)
  const tooMany = 'Too many requests. Please wait a moment.'
  await takeOrRefuse(deps.limits, callBudget, addressKey(request.clientAddress), tooMany)
  const session = cookie.sent ? await identify(deps.db, cookie.sent) : undefined
  if (session?.extended && cookie.sent) cookie.set(cookie.sent)
  return {
    ...deps,
    user: session?.user,
    requester: {
      address: request.clientAddress,
      userAgent: header(request, 'user-agent', 512),
      requestId: request.id,
      idempotencyKey: header(request, 'idempotency-key', 200) || undefined,
      ifMatch: request.headers['if-match'],
      referer: header(request, 'referer', 2048),
    },
    cookie,
    log: request.log,
  }
}

/** After a refusal the upload is read for a little longer, so that the client gets the response. */
const lingerMs = 10_000

function discardRest(request: FastifyRequest['raw']): void {
  if (request.complete) return
  const tooLong = setTimeout(() => request.destroy(), lingerMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(tooLong))
  request.unpipe()
  request.resume()
}

const takeSlot = openRequestSlots(
  16,
  'Sixteen downloads are already running. Please wait for one to finish.',
)

/** Holds a slot until the response ends, because unread parts of a file stay in memory. */
function holdSlot(reply: FastifyReply, key: string): void {
  try {
    const freeSlot = takeSlot(key)
    for (const event of ['finish', 'close']) reply.raw.once(event, freeSlot)
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  }
}

function routeOf(deps: Dependencies, handler: RouteHandler): RouteOptions {
  const { access, status = 200, stream, fromServers = false, bodyBytes } = handler.endpoint
  const { method, path } = methodAndPath(handler.endpoint)
  const takesUpload = stream === 'upload'
  const reads = takesUpload || method === 'GET' || method === 'DELETE'
  return {
    method,
    url: `/api${path}`,
    config: { access, takesUpload, fromServers },
    ...(bodyBytes && { bodyLimit: bodyBytes }),
    handler: async (request, reply) => {
      const upload = takesUpload ? request.raw : undefined
      try {
        const context = await contextOf(deps, request, reply)
        const answer = await dispatch(handler, context, inputOf(request, reads), upload)
        if (stream !== 'download') return await reply.status(status).send(answer)
        holdSlot(reply, context.user?.id ?? context.requester.address)
        return await sendFile(request, reply, answer as FileResponse)
      } finally {
        if (upload) discardRest(upload)
      }
    },
  }
}

/** Refuses cross-site requests before their body is read. */
export function serve(
  app: FastifyInstance,
  deps: Dependencies,
  register: readonly RouteHandler[],
): void {
  app.setReplySerializer(serialize)
  const session = cookieName(deps.config.secureCookies)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.fromServers) return
    const hasSession = Boolean(request.cookies[session])
    refuseForeignWrites(request, deps.config.allowedOrigins, hasSession)
  })
  for (const handler of register) {
    const route = routeOf(deps, handler)
    if (handler.endpoint.stream !== 'upload') app.route(route)
    else
      app.register(async (uploads) => {
        uploads.removeAllContentTypeParsers()
        uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
        uploads.route(route)
      })
  }
}

const noCookie: SessionCookie = { sent: undefined, set: () => {}, clear: () => {} }

function callsIn(context: Context, register: readonly RouteHandler[]): Transport {
  const byName = new Map(register.map((handler) => [handler.endpoint.name, handler]))
  return async (endpoint, input, { idempotencyKey }) => {
    const handler = byName.get(endpoint.name)
    if (!handler) throw new Failure('not_found', `Nothing handles ${endpoint.name}.`)
    const requester = { ...context.requester, idempotencyKey }
    const answer = await dispatch(handler, { ...context, requester }, input)
    return answer instanceof RawJson ? JSON.parse(answer.json) : answer
  }
}

export function inProcess(
  deps: Dependencies,
  register: readonly RouteHandler[],
  log: Context['log'],
  user?: SignedIn,
): Transport {
  const requester = { address: '', userAgent: '', requestId: '', idempotencyKey: undefined }
  return callsIn({ ...deps, user, requester, cookie: noCookie, log }, register)
}

/** Calls for a page that received a form. The sender's address and rate limits apply. */
export function anonymousCalls(deps: Dependencies, register: readonly RouteHandler[]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Transport> => {
    const context = await contextOf(deps, request, reply)
    const calls = callsIn({ ...context, user: undefined, cookie: noCookie }, register)
    return async (...call) => {
      try {
        return await calls(...call)
      } catch (error) {
        const failure = toFailure(error)
        logFailure(request.log, failure)
        throw failure
      }
    }
  }
}
