import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Bits of the networks that providers give to one subscriber, from the smallest. */
const sizes = { ipv4: [32, 24], ipv6: [64, 56, 48] }

/**
 * The networks that an address is in, from narrow to wide: [/64, /56, /48] of IPv6, [/32, /24] of
 * IPv4. The narrowest of them may stand for the address.
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
