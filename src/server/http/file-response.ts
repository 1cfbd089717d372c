import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

export type FileResponse = {
  name: string
  type: string
  /** Bytes; undefined for generated content, which then has no ranges. */
  size?: number
  /** Changes with the content; lets clients resume a broken download. */
  etag?: string
  inline?: boolean
  /** Called at most once, and only when bytes are needed. */
  open(range?: ByteRange): Promise<Readable> | Readable
}

/** Files must not run scripts or share our origin. PDF viewers still work. */
const sandboxPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Encodes an `ext-value` (RFC 5987, 3.2.1). */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
}

/** Content-Disposition (RFC 6266) with an ASCII name for old clients and the true one. */
export function disposition(name: string, inline = false): string {
  const whole = name.toWellFormed()
  const plain = whole.normalize('NFKD').replace(/[^ -~]+|["\\%]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeExtended(whole)}`
}

/**
 * Parses a single range. Several or invalid ranges mean the whole file (allowed by RFC 9110, 14.2),
 * so no request yields more bytes than the file has.
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

/** Sends a file with headers that let a browser only save or show it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
): Promise<FastifyReply> {
  const { size, etag } = file
  const range = size === undefined ? undefined : rangeOf(asksForRange(request, etag), size)
  const isUnchanged = etag !== undefined && request.headers['if-none-match'] === etag
  const isEmpty = isUnchanged || range === 'beyond' || request.method === 'HEAD'
  // Opened before the headers are set: an error must not carry those of a file.
  const bytes = isEmpty ? new PassThrough().end() : await file.open(range)
  reply.headers({
    'content-disposition': disposition(file.name, file.inline),
    'content-security-policy': sandboxPolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  if (etag) reply.header('etag', etag)
  if (isUnchanged) return reply.status(304).send()
  reply.header('content-type', file.type)
  if (size !== undefined) reply.header('accept-ranges', 'bytes')
  if (range === 'beyond') {
    return reply.status(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const length = range ? range.end - range.start + 1 : size
  if (length !== undefined) reply.header('content-length', length)
  // HEAD gets a stream too: it keeps the length above, which an empty body would not.
  return reply.send(bytes)
}
