import { expect, test } from 'vitest'
import {
  accepted,
  failureOf,
  noExceptions,
  notPublic,
  publicAddress,
  unusualForms,
} from '#test/harness/outbound.ts'
import { parseOutboundAllow } from './outbound-allow.ts'
import { checkOutbound } from './outbound-guard.ts'

/** @returns the reason of the refusal, or null when the address is accepted. */
async function verdict(url: string, allowed = '', found: string[] = [publicAddress]) {
  let asked = 0
  const resolve = async () => {
    asked += 1
    return found
  }
  const allow = parseOutboundAllow(allowed)
  const reason = await failureOf(checkOutbound(url, { allow, timeoutMs: 5_000, resolve }))
  return { reason: reason?.reason ?? null, asked }
}

const inAddress = (ip: string) => `https://${ip.includes(':') ? `[${ip}]` : ip}/hook`

test.each(notPublic)('%s is refused, as an answer of DNS and in the address', async (ip) => {
  expect(await verdict('https://hook.test/x', '', [ip])).toEqual({ reason: 'not_public', asked: 1 })
  expect((await verdict('https://hook.test/x', '', [publicAddress, ip])).reason).toBe('not_public')
  // A URL cannot contain a zone.
  if (ip.includes('%')) return
  expect(await verdict(inAddress(ip))).toEqual({ reason: 'not_public', asked: 0 })
})

test.each(accepted)('%s is accepted, as an answer of DNS and in the address', async (ip) => {
  expect(await verdict('https://hook.test/x', '', [ip])).toEqual({ reason: null, asked: 1 })
  expect(await verdict(inAddress(ip))).toEqual({ reason: null, asked: 0 })
})

test.each(unusualForms)('the unusual form %s of a private address is refused', async (host) => {
  expect((await verdict(`https://${host}/`)).reason).toBe('not_public')
})

test.each(['0177.0.0.1', '2130706433', '0x7f.1', '127.1', 'localhost', '', '1.2.3.4 '])(
  'DNS that answers with %j is refused',
  async (found) => {
    expect((await verdict('https://hook.test/', '', [found])).reason).toBe('not_public')
  },
)

test('what is wrong with an address is said before a name is resolved', async () => {
  const reasons = {
    '': 'invalid_address',
    'hook.test/x': 'invalid_address',
    '//hook.test/x': 'invalid_address',
    'https://': 'invalid_address',
    'https://256.256.256.256/': 'invalid_address',
    'ftp://hook.test/x': 'invalid_address',
    'file:///etc/passwd': 'invalid_address',
    'javascript:alert(1)': 'invalid_address',
    'https://user@hook.test/x': 'credentials',
    'https://:secret@hook.test/x': 'credentials',
    'https://hook.test@127.0.0.1/': 'credentials',
    'http://hook.test/x': 'not_https',
    'http://hook.test:443/x': 'not_https',
    'https://hook.test:8443/x': 'port',
    'https://hook.test:80/x': 'port',
  }
  for (const [url, reason] of Object.entries(reasons)) {
    expect([url, await verdict(url)]).toEqual([url, { reason, asked: 0 }])
  }
  expect((await verdict('https://hook.test:443/x')).reason).toBe(null)
})

test.each([
  ['http://ntfy.internal/x', 'ntfy.internal', '10.0.0.5', null],
  ['https://NTFY.internal:8443/x', 'ntfy.Internal', '10.0.0.5', null],
  ['https://ntfy.internal:8443/x', 'ntfy.internal:8443', '10.0.0.5', null],
  ['https://ntfy.internal:8444/x', 'ntfy.internal:8443', '10.0.0.5', 'not_public'],
  ['https://ntfy.internal:8444/x', 'ntfy.internal:8443', publicAddress, 'port'],
  ['http://ntfy.internal:8443/x', 'ntfy.internal:8443', '10.0.0.5', null],
  ['https://other.internal/x', 'ntfy.internal', '10.0.0.5', 'not_public'],
  ['https://a.ntfy.internal/x', 'ntfy.internal', '10.0.0.5', 'not_public'],
  ['http://other.internal:81/x', '10.0.0.0/8', '10.255.0.1', null],
  ['http://other.internal:81/x', '10.0.0.0/8', '11.0.0.1', 'not_https'],
  ['https://other.internal/x', '10.0.0.0/8', '192.168.0.1', 'not_public'],
  ['https://other.internal/x', 'fd00::/8', 'fd12::1', null],
  ['https://other.internal/x', '10.0.0.0/8', '::ffff:10.0.0.1', null],
  ['https://other.internal/x', '10.0.0.0/8', '64:ff9b::10.0.0.1', null],
  ['https://other.internal/x', '127.0.0.1:443', '127.0.0.1', null],
  ['http://127.0.0.1:8080/x', '127.0.0.1:8080', '', null],
  ['http://127.0.0.1:8081/x', '127.0.0.1:8080', '', 'not_public'],
  ['http://[::1]:8080/x', '[::1]:8080', '', null],
  ['http://[0:0::1]/x', '::1', '', null],
  ['http://user:secret@127.0.0.1:8080/x', '127.0.0.1:8080', '', 'credentials'],
])('%s with OUTBOUND_ALLOW=%s and DNS %s: %s', async (url, allowed, found, reason) => {
  expect((await verdict(url, allowed, [found])).reason).toBe(reason)
})

test('one allowed address does not allow the others of a host', async () => {
  const found = ['10.0.0.1', '192.168.0.1']
  expect((await verdict('https://x.test/', '10.0.0.0/8', found)).reason).toBe('not_public')
  expect((await verdict('http://x.test/', '10.0.0.0/8', ['10.0.0.1', '8.8.8.8'])).reason).toBe(
    'not_https',
  )
})

test('a name without address, a failing resolver and a silent one are refused', async () => {
  expect((await verdict('https://hook.test/', '', [])).reason).toBe('unresolved')
  const check = (resolve: () => Promise<string[]>) =>
    failureOf(checkOutbound('https://hook.test/', { allow: noExceptions, timeoutMs: 50, resolve }))
  const missing = Object.assign(new Error('hook.test'), { code: 'ENOTFOUND' })
  const failed = await check(() => Promise.reject(missing))
  expect(failed).toMatchObject({ reason: 'unresolved', code: 'ENOTFOUND' })
  expect(failed?.message).not.toContain('hook.test')
  expect(await check(() => new Promise(() => {}))).toMatchObject({ reason: 'timeout' })
})

test('the system resolves localhost to loopback, which is refused', async () => {
  const refused = checkOutbound('https://localhost/', { allow: noExceptions, timeoutMs: 5_000 })
  expect(await failureOf(refused)).toMatchObject({ reason: 'not_public' })
})
