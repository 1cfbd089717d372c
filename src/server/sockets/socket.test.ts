import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { dial } from '#test/harness/chat-app.ts'
import { origin } from '#test/harness/test-app.ts'
import { Sockets, usualCaps } from './socket.ts'

const reason = 4_000

test('ten sockets that go on after the close: no frame is dealt with, hardly a byte is read', async () => {
  const streams = new Set<Socket>()
  const frames: string[] = []
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const sockets = new Sockets<never>({
    allowedOrigins: [origin],
    isHttps: true,
    caps: usualCaps,
    log: silent,
    clock: () => performance.now(),
    addressOf: () => '192.0.2.1',
    identify: async () => undefined,
    opened: () => {},
    received(connection, text) {
      if (text === 'Close') connection.dismiss(reason)
      else frames.push(text)
    },
    failed: () => {},
    closed: () => {},
  })
  const server = createServer()
  server.on('upgrade', (request, stream: Socket, head) => {
    streams.add(stream)
    void sockets.upgrade(request, stream, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clients = await Promise.all(
    Array.from({ length: 10 }, () => dial(`ws://127.0.0.1:${port}/ws`, { origin })),
  )
  const frame = 'x'.repeat(16_000)
  for (const client of clients) {
    const closing = client.ignoreClose()
    // The first frames arrive in the same chunk as the cause of the close.
    client.send('Close')
    client.send(frame)
    expect(await closing).toBe(reason)
  }
  await Promise.all(clients.map((client) => client.sendUntilClosed(frame)))
  expect(frames).toEqual([])
  for (const { bytesRead } of streams) expect(bytesRead).toBeLessThan(200_000)
  server.close()
})
