import { once } from 'node:events'
import { request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'

export type RawAnswer = {
  status: number
  headers: Record<string, string>
  cookies: string[]
  body: string
}

/** Sends a path unchanged, which `fetch` would normalize. */
export async function askRaw(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<RawAnswer> {
  const sent = request({
    port,
    path,
    method,
    agent: false,
    host: 'localhost',
    headers: { ...(body && { 'content-length': body.length }), ...headers },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    cookies: answer.headers['set-cookie'] ?? [],
    body: await text(answer),
  }
}

/** Sends raw lines and returns everything received until the server closes the connection. */
export async function exchangeLines(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, 'localhost')
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  return await text(socket)
}

/** Sends raw text and ends the connection once the server has received all of it. */
export async function breakOff(
  server: Server,
  text: string,
  end: 'resetAndDestroy' | 'end' = 'resetAndDestroy',
): Promise<void> {
  const { port } = server.address() as AddressInfo
  const arrived = once(server, 'connection')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(text)
  const [line] = (await arrived) as [Socket]
  const gone = new Promise((resolve) => line.once('close', resolve))
  await expect.poll(() => line.bytesRead).toBe(Buffer.byteLength(text))
  socket[end]()
  await gone
  socket.destroy()
}
