import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { Failure } from '#contract/failure.ts'
import { bareHeaders } from './headers.ts'

type BareResponse = { status: number; headers: Record<string, string>; body: string }

/** A response sent without the framework; it closes the connection. */
export function bareResponse(failure: Failure, id: string, https: boolean): BareResponse {
  const body = JSON.stringify(failure.toBody(id))
  const headers = {
    ...bareHeaders(https),
    ...(failure.retryAfter && { 'Retry-After': String(failure.retryAfter) }),
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': id,
  }
  return { status: failure.status, headers, body }
}

export function headLines(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n`
}

function unreadable(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Failure('headers_too_large', 'The headers of the request are too large.')
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new Failure('too_large', 'The request is too large.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Failure('too_slow', 'The request took too long to arrive.')
  }
  return new Failure('invalid_input', 'The request could not be read.')
}

/** Node's internal record of the response in progress. */
type Answering = Socket & { _httpMessage?: { headersSent: boolean } | null }

export function answerUnreadable(log: Pick<Logger, 'info'>, https: boolean) {
  return (error: Error & { code?: string }, socket: Answering): void => {
    const isAnswering = socket._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
    const reqId = randomUUID()
    const { status, headers, body } = bareResponse(unreadable(error.code), reqId, https)
    log.info({ reqId, event: 'unreadable_request', reason: error.code, status })
    socket.write(headLines(status, headers) + body)
    socket.destroySoon()
  }
}
