import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Reads a client's address behind trusted proxies, as Fastify does: from the right, the first hop
 * that is not a trusted proxy.
 *
 * @param trusted addresses or ranges.
 */
export function addressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const part of trusted) {
    const [address = '', bits] = part.split('/')
    if (bits === undefined) proxies.addAddress(address, family(address))
    else proxies.addSubnet(address, Number(bits), family(address))
  }
  const isProxy = (address: string) => proxies.check(address, family(address))
  return (request) => {
    const direct = plain(request.socket.remoteAddress ?? '')
    const forwarded = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
    const hops = [...forwarded.map(plain).filter((hop) => isIPv4(hop) || isIPv6(hop)), direct]
    return hops.findLast((hop) => !isProxy(hop)) ?? hops[0] ?? direct
  }
}
