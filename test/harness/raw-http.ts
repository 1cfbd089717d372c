import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawAnswer = {
  status: number
  headers: Record<string, string>
  cookies: string[]
  body: string
}

/** Sends a path unchanged; `fetch` would normalise it. */
export async function askRaw(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<RawAnswer> {
  const sent = request({
    ...{ port, path, method, agent: false, host: 'localhost' },
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

/** Sends raw lines and returns everything received until the server closes. */
export async function exchangeLines(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, 'localhost')
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  return await text(socket)
}
