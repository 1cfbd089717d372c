/**
 * Servers to compare the product with, one per process: `buffer` (HTTP, one body), `ws` (plain
 * sockets), `socketio`. The parent's first message selects one, which replies with its port; it
 * replies to any later message with its memory and open sockets.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'

/** `folder` is where Socket.IO is installed. */
export type Anchor =
  | { kind: 'buffer'; headers: Record<string, string>; base64: string }
  | { kind: 'ws' }
  | { kind: 'socketio'; folder: string }

type SocketIo = {
  Server: new (
    server: Server,
    options: object,
  ) => { on(name: 'connection', listen: () => void): void; engine: { clientsCount: number } }
}

function open(anchor: Anchor): { server: Server; sockets(): number } {
  if (anchor.kind === 'buffer') {
    const body = Buffer.from(anchor.base64, 'base64')
    const headers = { ...anchor.headers, 'content-length': body.length }
    const answer = (_: IncomingMessage, response: import('node:http').ServerResponse) =>
      response.writeHead(200, headers).end(body)
    return { server: createServer(answer), sockets: () => 0 }
  }
  const server = createServer()
  if (anchor.kind === 'ws') {
    const sockets = new WebSocketServer({ server, perMessageDeflate: false })
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
    return { server, sockets: () => sockets.clients.size }
  }
  const requireThere = createRequire(join(anchor.folder, 'package.json'))
  const { Server: SocketServer } = requireThere('socket.io') as SocketIo
  const sockets = new SocketServer(server, { transports: ['websocket'] })
  sockets.on('connection', () => {})
  return { server, sockets: () => sockets.engine.clientsCount }
}

process.once('message', (anchor: Anchor) => {
  const { server, sockets } = open(anchor)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
  })
  process.on('message', () => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send?.({ rss, used: heapUsed + external, open: sockets() })
  })
})
process.on('disconnect', () => process.exit(0))
