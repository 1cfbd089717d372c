import type { Readable } from 'node:stream'

/** Bytes that are stored; the rest is read and discarded up to `maxBytes`. */
export const keptBytes = 100_000
const maxBytes = 10 * 1024 * 1024
const bodyTimeoutMs = 60_000

type Body = { kept: Buffer; bytes: number }

/** Faults of the sender, which say nothing about this product. */
export type BodyFault = 'too_large' | 'too_slow' | 'broken_off'

/** Reads the body of a ping. It never rejects. */
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
    // It may have been broken off before anybody listened.
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
