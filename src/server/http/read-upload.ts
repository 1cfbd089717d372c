import type { IncomingMessage } from 'node:http'
import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { Failure, isFailure } from '#contract/failure.ts'

const bufferBytes = 1024 * 1024

const malformedIn = (field: string) =>
  `Send one file as multipart/form-data in the field "${field}".`

const slowest = { minBytes: 64 * 1024, everyMs: 30_000, timeoutMs: 15 * 60_000 }

/**
 * Calls `stop` once when bytes arrive too slowly.
 * @returns a function that ends the watch.
 */
export function watchPace(received: () => number, stop: () => void, pace = slowest): () => void {
  let before = received()
  const end = () => {
    clearInterval(look)
    clearTimeout(last)
  }
  const giveUp = () => {
    end()
    stop()
  }
  const look = setInterval(() => {
    const now = received()
    if (now - before < pace.minBytes) giveUp()
    before = now
  }, pace.everyMs)
  const last = setTimeout(giveUp, pace.timeoutMs)
  return end
}

/**
 * Ends a request that is too slow.
 * @returns a function that ends the watch.
 */
export function watchRequest(request: IncomingMessage): () => void {
  const end = watchPace(
    () => request.socket?.bytesRead ?? 0,
    () => request.destroy(),
  )
  request.once('end', end)
  return end
}

export type SentFile = {
  /** The name as sent by the client, not cleaned. */
  name: string
  /**
   * Writes the bytes and waits until the request has ended properly.
   *
   * @throws Failure for any error of the request or of `sink`.
   */
  pourInto(sink: Writable): Promise<void>
}

function openParser(request: IncomingMessage, maxBytes: number, malformed: string): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      highWaterMark: bufferBytes,
      fileHwm: bufferBytes,
      defParamCharset: 'utf8',
      preservePath: true,
      // One more byte is allowed, so that only files that are too large raise the limit event.
      limits: { files: 1, fields: 0, fileSize: maxBytes + 1, fieldNameSize: 100, headerPairs: 20 },
    })
  } catch {
    throw new Failure('unsupported_type', malformed)
  }
}

function asFailure(error: unknown, malformed: string): Failure {
  return isFailure(error) ? error : new Failure('invalid_input', malformed, { cause: error })
}

/**
 * Reads a request up to its single file of at most `maxBytes`.
 *
 * @throws Failure when the field has no file or more than one.
 */
export async function readOneFile(
  request: IncomingMessage,
  maxBytes: number,
  onTooLarge: (name: string) => Failure,
  field = 'document',
): Promise<SentFile> {
  const malformed = malformedIn(field)
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Failure('unsupported_type', malformed)
  }
  const parser = openParser(request, maxBytes, malformed)
  const stop = (reason: Failure) => void parser.destroy(reason)
  const file = Promise.withResolvers<SentFile>()
  const whole = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.once('error', (error) => reject(asFailure(error, malformed)))
  })
  whole.then(() => file.reject(new Failure('invalid_input', malformed)), file.reject)

  parser.on('file', (name, bytes, { filename, encoding }) => {
    // An error event without a listener would end the process.
    bytes.on('error', () => {})
    const plain = /^(7bit|8bit|binary)$/.test(encoding)
    if (name !== field || !filename || !plain) {
      return stop(new Failure('invalid_input', malformed))
    }
    bytes.once('limit', () => stop(onTooLarge(filename)))
    file.resolve({
      name: filename,
      async pourInto(sink) {
        try {
          await pipeline(bytes, sink)
          await whole
        } catch (error) {
          stop(asFailure(error, malformed))
          throw asFailure(error, malformed)
        }
      },
    })
  })
  for (const event of ['filesLimit', 'fieldsLimit'] as const) {
    parser.once(event, () => stop(new Failure('invalid_input', malformed)))
  }
  const cutOff = () => stop(new Failure('invalid_input', 'The upload was cut off.'))
  request.once('error', cutOff)
  request.once('close', () => {
    if (!request.readableEnded) cutOff()
  })
  request.pipe(parser)
  return await file.promise
}

/** How many bytes the multipart envelope around a file may have. */
export const envelopeBytes = 64 * 1024

/**
 * Reads a small file into memory; `receiveFile` is for those that are stored as they come.
 *
 * @throws Failure as `readOneFile` does.
 */
export async function readWholeFile(
  request: IncomingMessage,
  maxBytes: number,
  onTooLarge: () => Failure,
  field?: string,
): Promise<{ name: string; bytes: Buffer }> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes + envelopeBytes) throw onTooLarge()
  const endWatch = watchRequest(request)
  try {
    const { name, pourInto } = await readOneFile(request, maxBytes, onTooLarge, field)
    const sink = new PassThrough()
    const [bytes] = await Promise.all([buffer(sink), pourInto(sink)])
    return { name, bytes }
  } finally {
    endWatch()
  }
}
