import { request } from 'node:http'
import { publicUrl } from '#test/harness/chat-pairs.ts'

export type Call = {
  path: string
  method?: string
  body?: unknown
  cookie?: string
  /** The local address that the request comes from. */
  localAddress?: string
  forwardedFor?: string
  idempotencyKey?: string
}

/** The response, with the status 0 when there was none. */
export type Reply = {
  path: string
  status: number
  text: string
  ms: number
  retryAfter?: string | undefined
}

/** Sends a request on a connection of its own, like a first-time visitor. */
export function call(
  url: string,
  { path, method = 'GET', body, cookie, localAddress, forwardedFor, idempotencyKey }: Call,
): Promise<Reply> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, text: string, retryAfter?: string) =>
      resolve({ path, status, text, retryAfter, ms: performance.now() - started })
    const sent = request(
      new URL(path, url),
      {
        method,
        agent: false,
        ...(localAddress && { localAddress }),
        headers: {
          origin: publicUrl,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => end(answer.statusCode ?? 0, text, answer.headers['retry-after']))
        answer.on('error', (error) => end(0, error.message))
      },
    )
    sent.on('error', (error) => end(0, error.message))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
