import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

test('behind a proxy the product drains: it refuses to be ready but takes requests, also when the stop arrives twice, then ends', async () => {
  const environment = { TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '' }
  await using product = await startProduct({ environment })
  const ready = () => fetch(`${product.url}/readyz`)
  expect((await ready()).status).toBe(200)
  const ended = product.stop()
  await expect.poll(async () => (await ready()).status).toBe(503)
  process.kill(product.pid, 'SIGTERM')
  for (const path of ['/', '/api/services']) {
    const answer = await fetch(product.url + path)
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('connection'), path).toBe('close')
    await answer.arrayBuffer()
  }
  expect(await ended).toBe(0)
})
