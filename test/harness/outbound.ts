import { parseOutboundAllow } from '#server/outbound/outbound-allow.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'

export const noExceptions = parseOutboundAllow('')

/** Null when the work succeeds; any other kind of error is rethrown. */
export async function failureOf(work: Promise<unknown>): Promise<OutboundError | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof OutboundError) return error
    throw error
  }
}

export const publicAddress = '93.184.215.14'

/** Addresses that lead to no public host. */
export const notPublic = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '4000::1',
  'e000::1',
  // These contain IPv4: mapped, translated, NAT64 (also local), 6to4 and Teredo.
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::',
  '2002:0a00:1::1',
  '2002:808:808::1',
  '2001:0:7f00:1::1',
]

export const accepted = [
  publicAddress,
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
]

/** Unusual forms in which an address can name a private host. */
export const unusualForms = [
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '127.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '127.0.0.01',
  '１２７.０.０.１',
  '127%2e0.0.1',
  '127。0。0。1',
  '2852039166',
  '[::FFFF:7F00:1]',
]
