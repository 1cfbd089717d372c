import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Parses an address from a header, without the port that Azure's gateway adds. An IPv4-mapped IPv6
 * address becomes IPv4.
 */
export function readAddress(text: string): string | undefined {
  const [, bracketed, v4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? []
  const bare = bracketed ?? v4 ?? text.trim()
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

/**
 * Reads the address of the client: that of the connection, or the last forwarded address that is no
 * trusted proxy. If the forwarded value is no address, the proxy's own address counts.
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

/** A subscriber has a whole IPv6 /64, so the lower half of the address is ignored. */
export function addressKey(address: string): string {
  const parsed = isIP(address) === 6 ? ipaddr.process(address) : undefined
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
