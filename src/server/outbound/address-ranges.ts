import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
export type IpRange = [IpAddress, number]

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Well-known prefix of NAT64 (RFC 6052); the last 32 bits are the IPv4 address that is reached. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * The address that a connection reaches: IPv4 behind IPv4-mapped and NAT64 forms. Null unless
 * written in the usual form; the octal and decimal forms of IPv4 are not.
 */
export function reachedAddress(text: string): IpAddress | null {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv6' && address.match(nat64)) {
    return ipaddr.fromByteArray(address.toByteArray().slice(12))
  }
  return address
}

/** Excludes everything reserved, also 6to4, Teredo and local NAT64, which lead elsewhere. */
export function isPublic(address: IpAddress): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

export function isInRange(address: IpAddress, [first, bits]: IpRange): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}
