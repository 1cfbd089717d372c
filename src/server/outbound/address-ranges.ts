import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
export type IpRange = [IpAddress, number]

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The well-known prefix of NAT64 (RFC 6052). The last 32 bits are the IPv4 address. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * The address that a connection reaches, which is IPv4 for IPv4-mapped and NAT64 forms. Null for
 * unusual notations such as octal or decimal IPv4.
 */
export function reachedAddress(text: string): IpAddress | null {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv6' && address.match(nat64)) {
    return ipaddr.fromByteArray(address.toByteArray().slice(12))
  }
  return address
}

/** Excludes everything reserved, and also 6to4, Teredo and local NAT64, which lead elsewhere. */
export function isPublic(address: IpAddress): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

export function isInRange(address: IpAddress, [first, bits]: IpRange): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}
