import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toAsciiDomain } from '#contract/email-address.ts'
import { Failure, isFailure } from '#contract/failure.ts'
import { storageFull } from '#server/files/disk-space.ts'
import type { Received } from '#server/files/storage.ts'
import { addressKey } from '#server/http/client-address.ts'
import { watchRequest } from '#server/http/read-upload.ts'
import type { Context } from '#server/service/context.ts'
import type { Budget } from '#server/service/rate-limits.ts'
import { openRequestSlots } from '#server/service/request-slots.ts'
import { maxMailBytes, storeIntake } from './intake.server.ts'
import { rawEmailOf } from './postmark.server.ts'

const maxJsonBytes = 14 * 1024 * 1024

const wrongTokens: Budget = { name: 'mail_in_tokens', points: 10, seconds: 60 }

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The bearer token, or the password of Basic authentication. */
function sentToken({ headers: { authorization = '' } }: IncomingMessage): string {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? []
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return ''
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

async function admit({ config, limits, requester }: Context, request: IncomingMessage) {
  const token = config.intake?.token
  if (!token) throw new Failure('not_found', 'There is nothing at this address.')
  const key = addressKey(requester.address)
  const { allowed, retryAfter } = await limits.peek(wrongTokens, key)
  if (!allowed) {
    throw new Failure('too_many_requests', 'Too many wrong tokens. Please wait.', { retryAfter })
  }
  if (timingSafeEqual(digest(sentToken(request)), digest(token))) return
  await limits.take(wrongTokens, key)
  throw new Failure('unauthenticated', 'The token is missing or wrong.')
}

/** A mail's headers must end within this many bytes. */
const headBytes = 64 * 1024

const tooLarge = () => new Failure('too_large', 'An email can have at most 26,214,400 bytes.')

/** Limits the size and requires a header at the start, after an optional mbox line. */
function mailOnly(): Transform {
  let head: Buffer | undefined = Buffer.alloc(0)
  let size = 0
  const check = (bytes: Buffer) => {
    const mail = bytes.subarray(/^From [^\n]*\n/.exec(bytes.toString('latin1'))?.[0].length ?? 0)
    if (/^[!-9;-~]{1,200}[ \t]*:/.test(mail.toString('latin1', 0, 300))) return mail
    throw new Failure('invalid_input', 'This doesn’t begin with the headers of an email.')
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        size += chunk.length
        if (size > maxMailBytes) throw tooLarge()
        if (!head) return done(null, chunk)
        head = Buffer.concat([head, chunk])
        if (!/\n[\s\S]*\n/.test(head.toString('latin1', 0, 8192)) && head.length < headBytes) {
          return done()
        }
        const mail = check(head)
        head = undefined
        done(null, mail)
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, head && check(head))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

function limitTo(max: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > max) done(new Failure('too_large', 'The JSON has at most 14,680,064 bytes.'))
      else done(null, chunk)
    },
  })
}

const takeSlot = openRequestSlots(8, '')

/** Servers that deliver mail retry after a 5xx response. */
function slot(): () => void {
  try {
    return takeSlot('')
  } catch {
    const message = 'Eight mails are coming in. Please try again shortly.'
    throw new Failure('unavailable', message, { retryAfter: 10 })
  }
}

/** A refusal does not destroy the request, so that a response can be sent. */
function read(request: IncomingMessage, into: Transform): Transform {
  request.once('close', () => {
    if (!request.readableEnded) into.destroy(new Failure('invalid_input', 'The mail was cut off.'))
  })
  return request.pipe(into)
}

type Envelope = { recipient?: string | undefined; sender?: string | undefined }

/** @returns the envelope, as far as the body contains it. */
async function pour(request: IncomingMessage, { sink }: Received): Promise<Envelope> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const declared = Number(request.headers['content-length'] ?? 0)
  if (type === 'message/rfc822' || type === 'application/octet-stream') {
    if (declared > maxMailBytes) throw tooLarge()
    await pipeline(read(request, mailOnly()), sink)
    return {}
  }
  if (type !== 'application/json') {
    const accepted = 'Send message/rfc822, application/octet-stream or Postmark’s JSON.'
    throw new Failure('unsupported_type', accepted)
  }
  if (declared > maxJsonBytes) throw tooLarge()
  const envelope: Envelope = {}
  const note = (key: string, value: string) => {
    if (key === 'OriginalRecipient') envelope.recipient = value
  }
  await pipeline(read(request, limitTo(maxJsonBytes)), rawEmailOf(note), mailOnly(), sink)
  return envelope
}

function asFailure(error: unknown): Failure {
  if (!isFailure(error)) {
    return new Failure('invalid_input', 'The mail was cut off.', { cause: error })
  }
  return error.code === 'storage_full' && !error.retryAfter ? storageFull(error) : error
}

async function stage(request: IncomingMessage, received: Received): Promise<Envelope> {
  const endWatch = watchRequest(request)
  try {
    return await pour(request, received)
  } catch (error) {
    throw asFailure(error)
  } finally {
    endWatch()
  }
}

/** Receives a mail that a server posts. The mail is stored when this returns. */
export async function receivePosted(
  context: Context,
  envelope: Envelope,
  request: IncomingMessage,
): Promise<{ id: string; outcome: 'stored' | 'duplicate' }> {
  await admit(context, request)
  const freeSlot = slot()
  try {
    const expected = Number(request.headers['content-length']) || maxMailBytes
    const received = await context.storage
      .receive(Math.min(expected, maxMailBytes))
      .catch((error: unknown) => {
        throw asFailure(error)
      })
    try {
      const found = await stage(request, received)
      const { id, isNew } = await storeIntake(context, received, {
        source: 'post',
        envelopeRecipient: envelope.recipient ?? found.recipient ?? null,
        envelopeSender: envelope.sender
          ? toAsciiDomain(envelope.sender)
          : (envelope.sender ?? null),
      })
      return { id, outcome: isNew ? 'stored' : 'duplicate' }
    } finally {
      await received.discard()
    }
  } finally {
    freeSlot()
  }
}
