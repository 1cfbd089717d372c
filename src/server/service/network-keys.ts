import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Prefix lengths of the networks that providers assign to one subscriber, the smallest network
 * first.
 */
const sizes = { ipv4: [32, 24], ipv6: [64, 56, 48] }

/**
 * The networks of an address, from narrow to wide: [/64, /56, /48] for IPv6, [/32, /24] for IPv4.
 * The narrowest one can stand for the address.
 */
export function networkKeys(address: string): string[] {
  const [bare = ''] = address.split('/')
  if (isIP(bare) === 0) return [address]
  const parsed = ipaddr.process(bare)
  const family = parsed.kind() === 'ipv6' ? ipaddr.IPv6 : ipaddr.IPv4
  return sizes[parsed.kind()].map((bits) => {
    const cidr = `${parsed}/${bits}`
    return `${family.networkAddressFromCIDR(cidr)}/${bits}`
  })
}
