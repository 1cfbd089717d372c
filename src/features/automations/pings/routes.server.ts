import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cutText } from '#contract/cut-text.ts'
import { isFailure } from '#contract/failure.ts'
import { describeError } from '#server/database/describe-error.ts'
import { isFull, isUnavailable } from '#server/database/failures.ts'
import { addressKey } from '#server/http/client-address.ts'
import { BatchFull } from '#server/pub-sub/batch.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Budget } from '#server/service/rate-limits.ts'
import { isJson, readCounts } from './counts.ts'
import { type BodyFault, keptBytes, readBody } from './ping-body.ts'
import { openPingRecorder, type Ping } from './record-pings.server.ts'
import { recordRefusal } from './refusals.server.ts'
import { isKnown } from './store-pings.server.ts'

const allPings: Budget = { name: 'pings', points: 6_000, seconds: 60 }
const unknownPings: Budget = { name: 'unknown-pings', points: 60, seconds: 60 }

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const retrySeconds = 5

type Target = Pick<Ping, 'uuid' | 'kind' | 'exitStatus'> & { isInvalid: boolean }

/** Parses a path below `/ping/`; undefined if there is no such address. */
function targetOf(path: string): Target | undefined {
  const [uuid = '', action, ...more] = path.split('/')
  if (!uuidForm.test(uuid) || more.length > 0) return undefined
  const target = { uuid: uuid.toLowerCase(), exitStatus: null, isInvalid: false }
  if (action === undefined || action === '') return { ...target, kind: 'success' }
  if (action === 'start' || action === 'fail' || action === 'log')
    return { ...target, kind: action }
  if (!/^\d+$/.test(action)) return undefined
  const status = Number(action)
  const isInvalid = status > 255
  return {
    ...target,
    kind: status === 0 ? 'success' : 'fail',
    isInvalid,
    exitStatus: isInvalid ? null : status,
  }
}

function send(
  reply: FastifyReply,
  status: number,
  text: string,
  more: Record<string, string> = {},
) {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache, no-store, must-revalidate, private, max-age=0',
      'x-robots-tag': 'noindex',
      ...more,
    })
    .send(text)
}

const notFound = (reply: FastifyReply) => send(reply, 404, 'not found')
const tooMany = (reply: FastifyReply, retryAfter: number) =>
  send(reply, 429, 'too many requests', { 'retry-after': String(retryAfter) })

/** The single value of a query parameter; the last one if it is repeated. */
function lastOf(value: unknown): string | undefined {
  const last = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' ? last : undefined
}

function inHeader(counted: readonly string[] | false): string {
  if (!counted) return 'ignored'
  return counted.length > 0 ? `accepted without ${counted.join(', ')}` : 'accepted'
}

const names = ['GET', 'HEAD', 'POST']
const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * Serves the addresses that automations report to, compatible with the pinging API of
 * healthchecks.io.
 */
export function servePings(app: FastifyInstance, deps: Dependencies): void {
  const recorder = openPingRecorder(deps)
  app.addHook('onClose', () => recorder.close())

  /** Responds with an error, because nothing was stored and the sender should retry. */
  function refuse(request: FastifyRequest, reply: FastifyReply, uuid: string, error: unknown) {
    const isFullDisk = isFull(error) || (isFailure(error) && error.code === 'storage_full')
    recordRefusal(uuid)
    deps.metrics.pings.labels('refused').add()
    const isExpected = isFullDisk || isUnavailable(error) || error instanceof BatchFull
    if (!isExpected) request.log.error({ event: 'ping', error: describeError(error) })
    const retryHeader = { 'retry-after': String(retrySeconds) }
    if (isFullDisk) return send(reply, 507, 'no space left', retryHeader)
    return send(reply, 503, 'not available', retryHeader)
  }

  function refuseBody(reply: FastifyReply, fault: BodyFault) {
    deps.metrics.pings.labels(fault).add()
    const [status, text] = fault === 'too_large' ? [413, 'too large'] : [408, 'too slow']
    return send(reply, status, text, { connection: 'close' })
  }

  async function answerUnknown(reply: FastifyReply, address: string) {
    deps.metrics.pings.labels('unknown').add()
    const { allowed, retryAfter } = await deps.limits.take(unknownPings, address)
    return allowed ? notFound(reply) : tooMany(reply, retryAfter)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { method, raw, headers } = request
    const address = addressKey(request.clientAddress)
    const { allowed, retryAfter } = await deps.limits.take(allPings, address)
    if (!allowed) return tooMany(reply, retryAfter)
    const target = targetOf((request.params as { '*': string })['*'])
    if (!target) return answerUnknown(reply, address)
    const { isInvalid, ...signal } = target
    const rid = lastOf((request.query as Record<string, unknown>).rid)
    try {
      if (isInvalid || (rid !== undefined && !uuidForm.test(rid))) {
        if (!(await isKnown(deps.db, target.uuid))) return await answerUnknown(reply, address)
        return send(reply, 400, isInvalid ? 'invalid url format' : 'invalid uuid format')
      }
      // The body of a request to an unknown address is not read.
      if (method === 'POST' && !(await isKnown(deps.db, target.uuid))) {
        return await answerUnknown(reply, address)
      }
      const body = method === 'POST' ? await readBody(raw) : undefined
      if (typeof body === 'string') return refuseBody(reply, body)
      await deps.diskSpace.assertSpace()
      const isCounted = body !== undefined && isJson(headers['content-type'])
      const read = isCounted
        ? body.bytes > keptBytes
          ? { problem: `the body is larger than ${keptBytes.toLocaleString('en-US')} bytes` }
          : readCounts(body.kept)
        : undefined
      const recorded = await recorder.record({
        ...signal,
        method,
        rid: rid?.toLowerCase() ?? null,
        read,
        userAgent: cutText(headers['user-agent'] ?? '', 200),
        body: body && body.kept.length > 0 ? body.kept : null,
        cameAt: performance.now(),
      })
      if (recorded === 'unknown') return await answerUnknown(reply, address)
      deps.metrics.pings.labels(recorded.limited ? 'limited' : 'stored').add()
      return send(reply, 200, recorded.limited ? 'OK (rate limited)' : 'OK', {
        'ping-body-limit': String(keptBytes),
        ...(isCounted && { 'ping-counts': inHeader(recorded.counted) }),
      })
    } catch (error) {
      return refuse(request, reply, target.uuid, error)
    }
  }

  app.register(async (pings) => {
    pings.removeAllContentTypeParsers()
    // The route reads the body itself.
    pings.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const config = { access: 'public', fromServers: true, takesUpload: true } as const
    pings.route({
      method: names,
      url: '/ping/*',
      config,
      exposeHeadRoute: false,
      handler: answer,
    })
    pings.route({
      method: others,
      url: '/ping/*',
      config,
      exposeHeadRoute: false,
      handler: async (_request, reply) =>
        send(reply, 405, 'method not allowed', { allow: 'GET, HEAD, POST' }),
    })
  })
}
