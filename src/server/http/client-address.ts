import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Reads an address of a header, without a port as Azure's gateway adds it. IPv4 in IPv6 becomes
 * IPv4.
 */
export function readAddress(text: string): string | undefined {
  const [, bracketed, v4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? []
  const bare = bracketed ?? v4 ?? text.trim()
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

/**
 * The address of whoever sent the request: that of the connection, or the last forwarded one that
 * comes from no trusted proxy. What is no address counts as the proxy's.
 */
export function clientAddressReader(
  trustProxy: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  const isProxy = proxyAddr.compile([...trustProxy])
  return ({ socket, headers }) => {
    let address = readAddress(socket.remoteAddress ?? '') ?? ''
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    for (const [hop, text] of forwarded.toReversed().entries()) {
      const next = isProxy(address, hop) ? readAddress(text) : undefined
      if (!next) break
      address = next
    }
    return address
  }
}

/** The other end of a connection. */
export type Peer = { address: string; isTrusted: boolean }

export function peerReader(
  trustProxy: readonly string[],
): (request: Pick<IncomingMessage, 'socket'>) => Peer {
  const isProxy = proxyAddr.compile([...trustProxy])
  return ({ socket }) => {
    const address = readAddress(socket.remoteAddress ?? '') ?? ''
    return { address, isTrusted: isProxy(address, 0) }
  }
}

/** A subscriber has a whole IPv6 /64, so the lower half is ignored. */
export function addressKey(address: string): string {
  const parsed = isIP(address) === 6 ? ipaddr.process(address) : undefined
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
