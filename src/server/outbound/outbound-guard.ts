import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublic, reachedAddress } from './address-ranges.ts'
import { isAllowed, type OutboundAllow } from './outbound-allow.ts'
import { OutboundError } from './outbound-error.ts'
import { type OutboundRequest, type OutboundResponse, requestAt } from './outbound-request.ts'

/** Resolves a host name to all of its addresses. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

type Options = {
  allow: OutboundAllow
  /** Limits DNS, connection and response together, counted from the check on. */
  timeoutMs: number
  /** By default the operating system's resolver. */
  resolve?: ResolveHost
}

/** Valid for one attempt. A later one needs a new check, because DNS responses change. */
export type CheckedAddress = {
  url: URL
  /** Sends a request to exactly the addresses that were checked. Redirects are not followed. */
  request(request: OutboundRequest): Promise<OutboundResponse>
}

/**
 * Checks an address that somebody entered before a request is sent to it: https, no credentials,
 * port 443, and only public addresses for its host; `allow` lists exceptions.
 *
 * @throws OutboundError, as does `request`.
 */
export async function checkOutbound(
  address: string,
  { allow, timeoutMs, resolve = resolveBySystem }: Options,
): Promise<CheckedAddress> {
  const signal = AbortSignal.timeout(timeoutMs)
  const url = parseAddress(address)
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const refusal = isTls ? port !== 443 && 'port' : 'not_https'
  const mayBeAllowed = allow.ranges.length > 0 || allow.hosts.length > 0
  if (refusal && !mayBeAllowed) throw new OutboundError(refusal)

  const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
  if (addresses.length === 0) throw new OutboundError('unresolved')
  for (const each of addresses) {
    const reached = reachedAddress(each)
    if (reached && isAllowed(allow, host, port, reached)) continue
    if (!reached || !isPublic(reached)) throw new OutboundError('not_public')
    if (refusal) throw new OutboundError(refusal)
  }
  return { url, request: async (request) => requestAt(url, addresses, request, signal) }
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundError('invalid_address')
  if (url.username || url.password) throw new OutboundError('credentials')
  return url
}

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/** A DNS query cannot be cancelled, so a response after the timeout is ignored. */
function inTime(resolving: Promise<readonly string[]>, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  const stop = () => reject(new OutboundError('timeout'))
  signal.addEventListener('abort', stop, { once: true })
  resolving.then(resolve, ({ code }: NodeJS.ErrnoException) =>
    reject(new OutboundError('unresolved', { code })),
  )
  return promise.finally(() => signal.removeEventListener('abort', stop))
}
