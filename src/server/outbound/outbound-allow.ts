import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type IpAddress, type IpRange, isInRange, reachedAddress } from './address-ranges.ts'

/** Exceptions from the rule that only public addresses are reached, by https on port 443. */
export type OutboundAllow = {
  /** Hosts are as in `URL.hostname`, without brackets. A null port stands for every port. */
  hosts: { host: string; port: number | null }[]
  ranges: IpRange[]
}

const name = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/i

/**
 * @param text entries separated by commas: a host name, an IP address, one of these with a port
 * (IPv6 in brackets), or a range such as `10.0.0.0/8`. Without text, there are no exceptions.
 * @throws Error of one line for the person who starts the product.
 */
export function parseOutboundAllow(text: string | undefined): OutboundAllow {
  const allow: OutboundAllow = { hosts: [], ranges: [] }
  const entries = (text ?? '').split(',').map((entry) => entry.trim())
  for (const entry of entries.filter(Boolean)) {
    if (entry.includes('://')) throw wrong(entry, 'must be a host without http:// or https://')
    if (entry.includes('/')) allow.ranges.push(parseRange(entry))
    else allow.hosts.push(parseHost(entry))
  }
  return allow
}

function wrong(entry: string, what: string): Error {
  return new Error(
    `OUTBOUND_ALLOW: ${JSON.stringify(entry)} ${what}, for example OUTBOUND_ALLOW=ntfy.internal,10.0.0.0/8,127.0.0.1:8080`,
  )
}

function parseRange(entry: string): IpRange {
  const [first = '', bits = '', ...more] = entry.split('/')
  const family = isIP(first)
  const size = family === 4 ? 32 : 128
  if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > size || more.length > 0) {
    throw wrong(entry, 'is not a range of IP addresses')
  }
  const address = ipaddr.parse(first)
  if (address.kind() !== reachedAddress(first)?.kind()) {
    throw wrong(entry, 'must be written as a range of IPv4 addresses')
  }
  return [address, Number(bits)]
}

function parseHost(entry: string): OutboundAllow['hosts'][number] {
  if (isIP(entry) === 6) return { host: plainAddress(entry), port: null }
  const parts = /^(?:\[(?<v6>[^\]]*)\]|(?<host>[^:[\]]*))(?::(?<port>[^:]*))?$/.exec(entry)?.groups
  if (!parts) throw wrong(entry, 'is not a host; put IPv6 addresses with a port in brackets')
  const { v6, host = '', port } = parts
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535))
    throw wrong(entry, 'must have a port from 1 to 65535')
  return {
    host: v6 === undefined ? plainHost(entry, host) : plainV6(entry, v6),
    port: port ? Number(port) : null,
  }
}

function plainV6(entry: string, text: string): string {
  if (isIP(text) !== 6) throw wrong(entry, 'is not an IPv6 address')
  return plainAddress(text)
}

function plainHost(entry: string, text: string): string {
  if (isIP(text) === 4) return text
  const isHost = !/[@?#\\\s]/.test(text) && URL.canParse(`http://${text}`)
  const url = isHost ? new URL(`http://${text}`) : null
  const host = url?.hostname ?? ''
  if (!name.test(host)) throw wrong(entry, 'is not a host')
  if (isIP(host)) throw wrong(entry, `is an unusual form of ${host}; write that`)
  return host
}

const plainAddress = (text: string) => reachedAddress(text)?.toString() ?? text

/** Whether an address that a host resolved to is an exception. */
export function isAllowed(
  allow: OutboundAllow,
  host: string,
  port: number,
  address: IpAddress,
): boolean {
  const named = allow.hosts.some(
    (entry) =>
      (entry.host === host || entry.host === address.toString()) &&
      (entry.port === null || entry.port === port),
  )
  return named || allow.ranges.some((range) => isInRange(address, range))
}
