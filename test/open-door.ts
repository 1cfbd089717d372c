import { openChat } from '../src/features/chat/socket.server.ts'
import { socketPath } from '../src/features/chat/words.ts'
import { dial } from './chat-house.ts'
import { type House, openHouse, origin } from './house.ts'
import { freePort } from './product.ts'

export type OpenDoor = House & {
  port: number
  connect(headers?: Record<string, string>): ReturnType<typeof dial>
}

/** A house that listens, with its chat: what a check goes through. */
export async function openDoor(
  environment: Record<string, string> = {},
  withChat = true,
): Promise<OpenDoor> {
  const port = await freePort()
  const house = await openHouse({ environment: { PORT: String(port), ...environment } })
  const chat = await openChat({ tools: house.tools, log: house.app.log })
  house.app.server.on('upgrade', (request, stream, head) => {
    if (!withChat || !chat.upgrade(request, stream, head)) stream.destroy()
  })
  await house.app.listen({ port, host: '127.0.0.1' })
  return {
    ...house,
    port,
    connect: (headers = {}) => dial(`ws://127.0.0.1:${port}${socketPath}`, { origin, ...headers }),
    async [Symbol.asyncDispose]() {
      await chat.close()
      await house[Symbol.asyncDispose]()
    },
  }
}
