import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onTestServer } from '../harness/installation.ts'
import {
  freePort,
  newDataDirectory,
  type RunningProduct,
  spawnProduct,
  startProduct,
} from '../harness/product.ts'

const throwing = ['--import', './test/harness/fault-on-signal.ts']

async function startFaulty(fault: string): Promise<RunningProduct> {
  const environment = { ...(await onTestServer()), FAULT: fault, LOG_LEVEL: 'info' }
  return await startProduct({ programOptions: throwing, environment })
}

/** @returns the id of each request. */
async function request20Times({ url }: RunningProduct): Promise<(string | null)[]> {
  const ids: (string | null)[] = []
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(`${url}/api/services`)
    ids.push(answer.headers.get('x-request-id'))
    await answer.text()
  }
  return ids
}

function loggedBy(product: RunningProduct): string[] {
  const lines = product.output().match(/^\{.*"event":"request".*\}$/gm) ?? []
  return lines.map((line) => JSON.parse(line).reqId)
}

test.each([
  ['timer', 'uncaught_exception'],
  ['promise', 'unhandled_rejection'],
])(
  'an error that nobody catches (%s) is logged after every request and ends the process with code 1, closed in order',
  async (fault, event) => {
    await using product = await startFaulty(fault)
    const ids = await request20Times(product)
    process.kill(product.pid, 'SIGUSR2')
    await expect.poll(product.output).toMatch(new RegExp(`"level":60.*"${event}"`))
    expect(await product.stop()).toBe(1)
    expect(loggedBy(product)).toEqual(ids)
  },
)

test('a SIGTERM while the product starts ends it in order, it starts again, and another one loses no request from the log', async () => {
  const dataDir = newDataDirectory()
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const { child, ended } = spawnProduct(environment)
  // The lock is created before the database opens.
  await expect.poll(() => existsSync(join(dataDir, 'database.lock'))).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await using product = await startProduct({ dataDir, environment: { LOG_LEVEL: 'info' } })
  const ids = await request20Times(product)
  expect(await product.stop('SIGTERM')).toBe(0)
  expect(loggedBy(product)).toEqual(ids)
  rmSync(dataDir, { recursive: true, force: true })
})

test('a SIGINT after a SIGTERM does not wait for what is under way, and loses no request from the log', async () => {
  await using product = await startFaulty('none')
  const socket = connect(Number(new URL(product.url).port), 'localhost')
  await once(socket, 'connect')
  socket.write('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
  socket.on('error', () => {})
  const ids = await request20Times(product)
  process.kill(product.pid, 'SIGTERM')
  process.kill(product.pid, 'SIGINT')
  await expect
    .poll(() =>
      fetch(`${product.url}/readyz`).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
  expect(await product.stop()).toBe(1)
  expect(loggedBy(product).filter((id) => ids.includes(id))).toEqual(ids)
})
