import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { remedyOf, tryPort } from './refused-start.ts'

const refusal = (code: string, syscall: string) =>
  Object.assign(new Error(code), { code, syscall, port: 80, address: '127.0.0.1' })

test('a taken port is known before the start, and told in one line; a free one stays free', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const error = await tryPort(port, '127.0.0.1').catch((refused: Error) => refused)
  expect(error && remedyOf(error)).toBe(
    `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or set another port.`,
  )
  taken.close()
  await once(taken, 'close')
  await tryPort(port, '127.0.0.1')
  await tryPort(port, '127.0.0.1')
})

test.each([
  ['EACCES', 'listen', /^Port 80 is not open to this user\. Set one from 1024 on/],
  ['EADDRNOTAVAIL', 'listen', /^127\.0\.0\.1 is no address of this machine\. Correct HOST\.$/],
  ['ENOSPC', 'write', /^The disk is full\. Make room/],
])('%s has a remedy', (code, syscall, line) => {
  expect(remedyOf(refusal(code, syscall))).toMatch(line)
})

test('other refusals keep their own words', () => {
  expect(remedyOf(refusal('EACCES', 'open'))).toBeUndefined()
})
