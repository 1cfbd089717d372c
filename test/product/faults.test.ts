import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, newDataDirectory, spawnProduct, startProduct } from '../harness/product.ts'

const throwing = ['--import', './test/harness/fault-on-signal.ts']

test.each(['timer', 'promise'])(
  'an error that nobody catches (%s) is logged and ends the process with code 1, closed in order',
  async (fault) => {
    await using product = await startProduct({
      programOptions: throwing,
      environment: { FAULT: fault },
    })
    process.kill(product.pid, 'SIGUSR2')
    await expect
      .poll(product.output)
      .toMatch(/"level":60.*"uncaught_exception"|"unhandled_rejection"/)
    expect(await product.stop()).toBe(1)
  },
)

test.each([
  ['a SIGTERM', ['SIGTERM']],
  ['two of them', ['SIGTERM', 'SIGTERM']],
  ['an error that nobody catches', ['SIGUSR2']],
] as const)('no request is missing from the log after %s', async (_, signals) => {
  await using product = await startProduct({
    programOptions: throwing,
    environment: { FAULT: 'timer', LOG_LEVEL: 'info' },
  })
  const ids: (string | null)[] = []
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(`${product.url}/`)
    ids.push(answer.headers.get('x-request-id'))
    await answer.text()
  }
  for (const signal of signals) process.kill(product.pid, signal)
  await product.stop()
  const lines = product.output().match(/^\{.*"event":"request".*\}$/gm) ?? []
  expect(lines.map((line) => JSON.parse(line).reqId)).toEqual(ids)
})

test('a SIGTERM while the product starts ends it in order, and it starts again', async () => {
  const dataDir = newDataDirectory()
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const { child, ended } = spawnProduct(environment)
  // Created before the database opens.
  await expect.poll(() => existsSync(join(dataDir, 'database.lock'))).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await using product = await startProduct({ dataDir })
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a second SIGTERM does not wait for what is under way', async () => {
  await using product = await startProduct()
  const socket = connect(Number(new URL(product.url).port), 'localhost')
  await once(socket, 'connect')
  socket.write('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
  socket.on('error', () => {})
  process.kill(product.pid, 'SIGTERM')
  await expect
    .poll(() =>
      fetch(`${product.url}/readyz`).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
  expect(await product.stop()).toBe(1)
})
