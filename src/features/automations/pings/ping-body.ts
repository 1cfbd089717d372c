import type { Readable } from 'node:stream'

/** The number of bytes that are stored. The rest, up to `maxBytes`, is read and discarded. */
export const keptBytes = 100_000
const maxBytes = 10 * 1024 * 1024
const bodyTimeoutMs = 60_000

type Body = { kept: Buffer; bytes: number }

/** Faults of the sender, which do not count as a fault of this product. */
export type BodyFault = 'too_large' | 'too_slow' | 'broken_off'

/** Reads the body of a ping. The promise never rejects. */
export function readBody(
  request: Readable,
  timeoutMs: number = bodyTimeoutMs,
): Promise<Body | BodyFault> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const fail = (fault: BodyFault) => {
      clearTimeout(timeout)
      request.removeAllListeners('data').pause()
      resolve(fault)
    }
    const timeout = setTimeout(fail, timeoutMs, 'too_slow')
    // The request may have been aborted before anybody listened.
    if (request.destroyed) fail('broken_off')
    request.on('data', (chunk: Buffer) => {
      if (bytes < keptBytes) chunks.push(chunk.subarray(0, keptBytes - bytes))
      bytes += chunk.length
      if (bytes > maxBytes) fail('too_large')
    })
    request.on('end', () => {
      clearTimeout(timeout)
      resolve({ kept: Buffer.concat(chunks), bytes })
    })
    request.on('error', () => fail('broken_off'))
    request.on('close', () => fail('broken_off'))
  })
}
