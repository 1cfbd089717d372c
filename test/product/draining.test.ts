import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

test('while it drains the product refuses to be ready but takes requests, then ends', async () => {
  await using product = await startProduct({ environment: { DRAIN_SECONDS: '3' } })
  const ready = () => fetch(`${product.url}/readyz`)
  expect((await ready()).status).toBe(200)
  const ended = product.stop()
  await expect.poll(async () => (await ready()).status).toBe(503)
  for (const path of ['/', '/api/services']) {
    const answer = await fetch(product.url + path)
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('connection'), path).toBe('close')
    await answer.arrayBuffer()
  }
  expect(await ended).toBe(0)
})
