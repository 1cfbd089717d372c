import { expect, test } from 'vitest'
import { parseOutboundAllow } from './outbound-allow.ts'

test('hosts, addresses, ports and ranges are read', () => {
  const { hosts, ranges } = parseOutboundAllow(
    ' ntfy.Internal, push.test:8443 ,127.0.0.1:80, ::1,[0:0::1]:8080,bücher.test,10.0.0.0/8,fd00::/8,',
  )
  expect(hosts).toEqual([
    { host: 'ntfy.internal', port: null },
    { host: 'push.test', port: 8443 },
    { host: '127.0.0.1', port: 80 },
    { host: '::1', port: null },
    { host: '::1', port: 8080 },
    { host: 'xn--bcher-kva.test', port: null },
  ])
  expect(ranges.map(([first, bits]) => `${first}/${bits}`)).toEqual(['10.0.0.0/8', 'fd00::/8'])
})

test('nothing allows nothing', () => {
  for (const text of [undefined, '', ' ', ',']) {
    expect(parseOutboundAllow(text)).toEqual({ hosts: [], ranges: [] })
  }
})

test.each([
  ['http://ntfy.internal', 'without http:// or https://'],
  ['10.0.0.0/33', 'is not a range of IP addresses'],
  ['10.0.0/8', 'is not a range of IP addresses'],
  ['10.0.0.0/8/8', 'is not a range of IP addresses'],
  ['10.0.0.0/8:443', 'is not a range of IP addresses'],
  ['ntfy.internal/path', 'is not a range of IP addresses'],
  ['fd00::/129', 'is not a range of IP addresses'],
  ['::ffff:10.0.0.0/104', 'must be written as a range of IPv4 addresses'],
  ['ntfy.internal:0', 'must have a port from 1 to 65535'],
  ['ntfy.internal:65536', 'must have a port from 1 to 65535'],
  ['ntfy.internal:', 'must have a port from 1 to 65535'],
  ['ntfy.internal:https', 'must have a port from 1 to 65535'],
  ['[127.0.0.1]:80', 'is not an IPv6 address'],
  ['fd00::1::2', 'is not a host; put IPv6 addresses with a port in brackets'],
  ['user@ntfy.internal', 'is not a host'],
  ['*.internal', 'is not a host'],
  ['ntfy internal', 'is not a host'],
  ['0177.0.0.1', 'is an unusual form of 127.0.0.1; write that'],
  ['2130706433', 'is an unusual form of 127.0.0.1; write that'],
  ['256.0.0.1', 'is not a host'],
])('%s is refused with a line that says why', (entry, why) => {
  const parse = () => parseOutboundAllow(`ok.test,${entry}`)
  expect(parse).toThrow(`OUTBOUND_ALLOW: ${JSON.stringify(entry)} `)
  expect(parse).toThrow(why)
  expect(parse).not.toThrow('\n')
})
