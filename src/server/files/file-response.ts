import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Both ends are inclusive. */
export type ByteRange = { start: number; end: number }

export type FileResponse = {
  name: string
  type: string
  /** In bytes; undefined for generated content, which does not support ranges. */
  size?: number
  etag?: string
  inline?: boolean
  /** Replaces the headers that files usually get. */
  headers?: Record<string, string>
  /** Called at most once. */
  open(range?: ByteRange): Promise<Readable> | Readable
}

/** Files must not run scripts or share our origin. PDF viewers still work with this policy. */
const sandboxPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Encodes a value as in RFC 5987, 3.2.1. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
}

/** A `Content-Disposition` (RFC 6266) with an ASCII name for old clients. */
export function disposition(name: string, inline = false): string {
  const whole = name.toWellFormed()
  const plain = whole.normalize('NFKD').replace(/[^ -~]+|["\\%]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeExtended(whole)}`
}

/** Several ranges, or an invalid one, mean the whole file (RFC 9110, 14.2). */
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

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
): Promise<FastifyReply> {
  const { size, etag } = file
  const { range: wanted, 'if-range': validator = etag, 'if-none-match': cached } = request.headers
  const expected = request.headers['if-match']
  if (etag && expected && expected !== '*' && !expected.split(/\s*,\s*/).includes(etag)) {
    return reply.status(412).type('text/plain').send('')
  }
  const hasRange = size !== undefined && validator === etag
  const range = hasRange ? rangeOf(wanted, size) : undefined
  const isUnchanged = etag !== undefined && cached === etag
  const isEmpty = isUnchanged || range === 'beyond' || request.method === 'HEAD'
  // The file is opened before any header is set, because an error must not carry a file's headers.
  const bytes = isEmpty ? new PassThrough().end() : await file.open(range)
  reply.headers({
    'content-disposition': disposition(file.name, file.inline),
    'content-security-policy': sandboxPolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    ...file.headers,
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
  // HEAD needs this stream too: an empty body would lose the length set above.
  return reply.send(bytes)
}
