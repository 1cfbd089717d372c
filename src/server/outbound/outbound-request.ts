import type { LookupAddress, LookupOptions } from 'node:dns'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'

export type OutboundRequest = {
  /** `GET` by default. */
  method?: string
  /** `Host` is always that of the address. */
  headers?: Record<string, string>
  body?: string | Buffer
  /** The maximum size of the response's body; a longer one is a failure. */
  maxBytes: number
}

/** A redirect is returned like any other response, because its target needs a check of its own. */
export type OutboundResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends one request over a connection of its own to one of the addresses. TLS and `Host` use the
 * name in `url`.
 *
 * @param signal ends the request when the time is over.
 * @throws OutboundError `connection`, `timeout` or `too_large`.
 */
export function requestAt(
  url: URL,
  addresses: readonly string[],
  { method = 'GET', headers = {}, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const isTls = url.protocol === 'https:'
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>()
  let status: number | undefined
  const fail = (reason: 'connection' | 'timeout' | 'too_large', code?: string) => {
    reject(new OutboundError(reason, { code, status }))
    request.destroy()
  }
  const request = (isTls ? https : http).request({
    method,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (isTls ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { 'accept-encoding': 'identity', ...lowerCased(headers), ...length, host: url.host },
    agent: new (isTls ? https : http).Agent({ keepAlive: false }),
    lookup: pinned(addresses),
  })
  request.on('response', (answer: IncomingMessage) => {
    status = answer.statusCode
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes && method !== 'HEAD') {
      fail('too_large')
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) fail('too_large')
      else chunks.push(chunk)
    })
    answer.on('end', () =>
      resolve({ status: status ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
    )
    answer.on('error', (error: NodeJS.ErrnoException) => fail('connection', error.code))
  })
  request.on('error', (error: NodeJS.ErrnoException) => fail('connection', error.code))
  // This also covers a server that switches protocols, for which Node emits neither response nor
  // error.
  request.on('close', () => fail('connection'))
  const stop = () => fail('timeout')
  if (signal.aborted) stop()
  else {
    signal.addEventListener('abort', stop, { once: true })
    request.end(body)
  }
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

/** A DNS lookup that returns the checked addresses without a query. */
function pinned(addresses: readonly string[]) {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (
    _host: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) => {
    const [first] = found
    if (options.all || !first) done(null, found)
    else done(null, first.address, first.family)
  }
}
