import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Failure, isFailure } from '#contract/failure.ts'
import type { Received, Storage } from '#server/files/storage.ts'
import { watchRequest } from '#server/http/read-upload.ts'
import { maxBytes } from './contract.ts'

const about = (code: 'too_large' | 'unsupported_type', message: string) =>
  new Failure(code, message, { fields: { file: message } })

const tooLarge = () => about('too_large', 'The file is larger than 50 MB.')

/** Keeps the request open, so that a refusal can still be sent. */
async function pour(request: IncomingMessage, sink: Writable): Promise<void> {
  let size = 0
  const done = finished(sink)
  done.catch(() => {})
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > maxBytes) throw tooLarge()
      if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), done])
    }
  } catch (error) {
    if (isFailure(error) || sink.errored) throw error
    throw new Failure('invalid_input', 'The upload was cut off.', { cause: error })
  }
  sink.end()
  await done
}

/**
 * Stages the body of a request on disk. After a crash, `removeStrays` removes the file.
 *
 * @throws Failure `too_large` as soon as that is known.
 */
export async function receiveContent(
  storage: Storage,
  request: IncomingMessage,
): Promise<Received> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw about('unsupported_type', 'Send the exported file as application/json.')
  }
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) throw tooLarge()
  const endWatch = watchRequest(request)
  const received = await storage.receive(declared || maxBytes)
  try {
    await pour(request, received.sink)
    return received
  } catch (error) {
    await received.discard()
    throw error
  } finally {
    endWatch()
  }
}
