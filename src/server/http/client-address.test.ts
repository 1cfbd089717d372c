import { expect, test } from 'vitest'
import { doctorHeader, doctorToken } from '#server/security/doctor-token.ts'
import { openTestApp, origin, password } from '#test/harness/test-app.ts'
import { clientAddressReader, readAddress } from './client-address.ts'

test.each([
  ['203.0.113.51:50000', '203.0.113.51'],
  [' 203.0.113.51 ', '203.0.113.51'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8:0:0::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
])('%s is the address %s', (text, address) => expect(readAddress(text)).toBe(address))

test.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.51:', '999.0.113.51:80', '[::1'])(
  '%j is no address',
  (text) => expect(readAddress(text)).toBeUndefined(),
)

test.each([
  ['198.51.100.1', '203.0.113.9:1234', '198.51.100.1'],
  ['10.0.0.4', '203.0.113.9:1234', '203.0.113.9'],
  ['::ffff:10.0.0.4', '192.0.2.77, 203.0.113.9:1234, 10.0.0.5:9', '203.0.113.9'],
  ['10.0.0.4', '203.0.113.9, unknown', '10.0.0.4'],
  ['10.0.0.4', 'unknown:80, 10.0.0.5:9', '10.0.0.5'],
  ['10.0.0.4', undefined, '10.0.0.4'],
])('a request from %s with X-Forwarded-For %s is of %s', (remoteAddress, forwarded, address) => {
  const read = clientAddressReader(['10.0.0.0/8'])
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const socket = { remoteAddress } as Parameters<typeof read>[0]['socket']
  expect(read({ socket, headers })).toBe(address)
})

test('ten wrong passwords are the limit whatever ports a proxy adds, and for one visitor alone', async () => {
  await using app = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
  await app.person('agent', 'mara')
  const login = async (forwarded: string, guess: string) => {
    const headers = { origin, 'x-forwarded-for': forwarded }
    const payload = { username: 'mara', password: guess }
    const answer = await app.send({ method: 'POST', url: '/api/auth/login', headers, payload })
    return answer.statusCode
  }
  const codes: number[] = []
  for (let n = 0; n < 14; n++) codes.push(await login(`203.0.113.51:${50_000 + n}`, 'wrong'))
  expect(codes).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
  expect(await login('203.0.113.52:50000', password)).toBe(200)
})

test.each([
  ['127.0.0.1', '203.0.113.9', true],
  ['10.0.0.1', '127.0.0.1', false],
  ['', '127.0.0.1', false],
])(
  'with TRUST_PROXY=%s the doctor learns whose address counts',
  async (TRUST_PROXY, clientAddress, isTrusted) => {
    await using app = await openTestApp({ environment: { TRUST_PROXY } })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const asked = { ...headers, [doctorHeader]: doctorToken(app.deps.encryption) }
    expect((await app.send({ url: '/readyz', headers: asked })).json()).toEqual({
      status: 'ready',
      clientAddress,
      peer: { address: '127.0.0.1', isTrusted },
    })
    expect((await app.send({ url: '/readyz', headers })).json()).toEqual({ status: 'ready' })
  },
)
