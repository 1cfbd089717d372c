import { socketPath } from '../src/features/chat/protocol/constants.ts'
import { openChat } from '../src/features/chat/server/socket.server.ts'
import { dial } from './chat-app.ts'
import { freePort } from './product.ts'
import { openTestApp, origin, type TestApp } from './test-app.ts'

export type OpenPort = TestApp & {
  port: number
  connect(headers?: Record<string, string>): ReturnType<typeof dial>
}

/** A listening test app with its chat, for tests over the network. */
export async function openPort(
  environment: Record<string, string> = {},
  withChat = true,
): Promise<OpenPort> {
  const port = await freePort()
  const app = await openTestApp({ environment: { PORT: String(port), ...environment } })
  const chat = await openChat({ deps: app.deps, log: app.fastify.log })
  app.fastify.server.on('upgrade', (request, stream, head) => {
    if (!withChat || !chat.upgrade(request, stream, head)) stream.destroy()
  })
  await app.fastify.listen({ port, host: '127.0.0.1' })
  return {
    ...app,
    port,
    connect: (headers = {}) => dial(`ws://127.0.0.1:${port}${socketPath}`, { origin, ...headers }),
    async [Symbol.asyncDispose]() {
      await chat.close()
      await app[Symbol.asyncDispose]()
    },
  }
}
