import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openMetrics } from './metrics/metrics.ts'
import { listenForMetrics } from './metrics/serve-metrics.ts'
import { explainListen, remedyOf, tryPort } from './refused-start.ts'

const refusal = (code: string, more = {}) =>
  Object.assign(new Error(code), { code, port: 80, address: '127.0.0.1', ...more })

test('a taken port is known before the start, and told in one line; a free one stays free', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const line = `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or set PORT to another.`
  await expect(tryPort(port, '127.0.0.1')).rejects.toThrow(line)
  const metrics = { port, host: '127.0.0.1', token: undefined }
  await expect(listenForMetrics(openMetrics(), metrics, { warn() {} })).rejects.toThrow(
    line.replace('PORT', 'METRICS_PORT'),
  )
  taken.close()
  await once(taken, 'close')
  await tryPort(port, '127.0.0.1')
  await tryPort(port, '127.0.0.1')
})

test('an address of another machine, and a name of none, name HOST', async () => {
  await expect(tryPort(0, '192.0.2.1')).rejects.toThrow(
    /^192\.0\.2\.1 is no address of this machine\. Correct HOST\.$/,
  )
  await expect(tryPort(0, 'no-such-host.invalid')).rejects.toThrow(/^HOST is no name that is known/)
})

test('a port below 1024 names PORT', () => {
  const line = /^Port 80 is not open to this account\. Set PORT to 1024 or more/
  expect(() => explainListen(refusal('EACCES'))).toThrow(line)
})

test('other refusals to listen keep their own words', () => {
  expect(() => explainListen(refusal('EMFILE'))).toThrow(/^EMFILE$/)
})

test.each([
  ['ENOSPC', /^The disk is full\. Make room, or move DATA_DIR\.$/],
  ['EROFS', /^\/srv\/data is read-only here \(EROFS\)\. Under systemd name .*ReadWritePaths=/],
])('%s has a remedy', (code, line) => {
  expect(remedyOf(refusal(code, { path: '/srv/data' }))).toMatch(line)
})

test('other refusals keep their own words', () => {
  expect(remedyOf(refusal('EACCES', { syscall: 'open' }))).toBeUndefined()
})
