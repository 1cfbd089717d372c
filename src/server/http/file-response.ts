import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** A file as the answer of an endpoint. */
export type FileResponse = {
  /** What the file is called where it is saved; any text. */
  name: string
  type: string
  /** Bytes; unknown for what is made while it is sent, which then has no ranges. */
  size?: number
  /** Changes with the content; allows a broken download to be resumed. */
  etag?: string
  /** Shown in the browser in place of being saved. */
  inline?: boolean
  /** Called once and only when bytes are wanted. */
  open(range?: ByteRange): Promise<Readable> | Readable
}

/** Nothing in a file may run, and what it shows has no origin of ours. Viewers of PDF still work. */
const sandboxPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** What RFC 5987 3.2.1 leaves as it is. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
}

/** A Content-Disposition of one line (RFC 6266): an ASCII name for old programs, and the true one. */
export function disposition(name: string, inline = false): string {
  const whole = name.toWellFormed()
  const plain = whole.normalize('NFKD').replace(/[^ -~]+|["\\%]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeExtended(whole)}`
}

/**
 * The one range that is asked for. Several ranges, or none that makes sense, mean the whole file
 * (RFC 9110 14.2 allows that), so no request yields more bytes than the file has.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'beyond' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'beyond' : { start: size - last, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'beyond' : { start, end }
}

function asksForRange({ headers }: FastifyRequest, etag: string | undefined): string | undefined {
  const validator = headers['if-range']
  return validator === undefined || validator === etag ? headers.range : undefined
}

/** Sends a file with all that keeps a browser from doing more with it than saving or showing it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
): Promise<FastifyReply> {
  const { size, etag } = file
  const range = size === undefined ? undefined : rangeOf(asksForRange(request, etag), size)
  const isKnown = etag !== undefined && request.headers['if-none-match'] === etag
  const isEmpty = isKnown || range === 'beyond' || request.method === 'HEAD'
  // Before the headers: an error has none of a file's.
  const bytes = isEmpty ? new PassThrough().end() : await file.open(range)
  reply.headers({
    'content-disposition': disposition(file.name, file.inline),
    'content-security-policy': sandboxPolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  if (etag) reply.header('etag', etag)
  if (isKnown) return reply.status(304).send()
  reply.header('content-type', file.type)
  if (size !== undefined) reply.header('accept-ranges', 'bytes')
  if (range === 'beyond') {
    return reply.status(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const length = range ? range.end - range.start + 1 : size
  if (length !== undefined) reply.header('content-length', length)
  // Also for HEAD a stream: it keeps the length above, which an empty answer would not.
  return reply.send(bytes)
}
