import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { ParsedMail } from './parsed-mail.ts'
import type { Ours } from './split-reply.ts'

const timeoutMs = 30_000
const maxHeapMb = 256

/** Beside this module in the sources, beside the bundle when built. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './mime-process.ts' : './mime-process.js',
  import.meta.url,
)

/** First message of the program; the hash is hexadecimal. */
export type MimeAnswer =
  | { mail: Omit<ParsedMail, 'contentSha256'>; contentSha256: string }
  | { html: string }
  | { failure: string }

/** `reason` is a word for the operator, without anything of the mail. */
export class UnreadableMail extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The mail is unreadable: ${reason}`)
    this.reason = reason
  }
}

function reasonOf(failure: string): string {
  if (/nesting depth/i.test(failure)) return 'nested_too_deep'
  if (/header/i.test(failure) && /size/i.test(failure)) return 'headers_too_large'
  return 'malformed'
}

/**
 * Runs the program on a mail; memory that a mail takes ends with it.
 *
 * @param use what it writes must be read inside.
 * @throws UnreadableMail
 */
async function run<T>(
  bytes: Readable,
  wanted: ['mail', ours: string] | ['html'],
  use: (answer: MimeAnswer, output: Readable) => Promise<T>,
): Promise<T> {
  const cache = getCompileCacheDir()
  const child = fork(program, wanted, {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    // From the cache it starts in half of the time; Node adds the folder of its version.
    env: { ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('no pipes to the program')
  const { promise, resolve, reject } = Promise.withResolvers<MimeAnswer>()
  const tooLong = setTimeout(() => reject(new UnreadableMail('too_slow')), timeoutMs)
  child.once('message', (answer) => resolve(answer as MimeAnswer))
  child.once('error', reject)
  // The heap's limit ends the process by abort().
  child.once('exit', (_code, signal) =>
    reject(new UnreadableMail(signal === 'SIGABRT' ? 'too_much_memory' : 'ended')),
  )
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  try {
    bytes.once('error', reject)
    // The end of the program says why.
    stdin.on('error', () => {})
    bytes.pipe(stdin)
    const answer = await promise
    clearTimeout(tooLong)
    if ('failure' in answer) throw new UnreadableMail(reasonOf(answer.failure))
    return await use(answer, stdout)
  } finally {
    clearTimeout(tooLong)
    child.kill('SIGKILL')
    bytes.destroy()
    stdout.destroy()
    await ended
  }
}

/** Attachments one after the other, in the order of the mail. */
export type AttachmentReader = { next(size: number): Readable }

async function* take(output: Readable, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const chunk: Buffer | null = output.read()
    if (!chunk) {
      if (output.readableEnded || output.destroyed) throw new Error('the program has ended')
      await Promise.race([once(output, 'readable'), once(output, 'end')])
      continue
    }
    if (chunk.length > left) output.unshift(chunk.subarray(left))
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
}

/**
 * Parses a mail in a process of its own, with limits of time, memory, depth and size.
 *
 * @param ours whose earlier mails it may quote.
 * @param use reads the contents of the attachments it wants; whole ones, in their order.
 * @throws UnreadableMail
 */
export function parseMail<T>(
  bytes: Readable,
  ours: Ours,
  use: (mail: ParsedMail, contents: AttachmentReader) => Promise<T>,
): Promise<T> {
  return run(bytes, ['mail', JSON.stringify(ours)], (answer, output) => {
    if (!('mail' in answer)) throw new UnreadableMail('malformed')
    const contentSha256 = Buffer.from(answer.contentSha256, 'hex')
    const contents = { next: (size: number) => Readable.from(take(output, size)) }
    return use({ ...answer.mail, contentSha256 }, contents)
  })
}

/** @throws UnreadableMail */
export function readHtml(bytes: Readable): Promise<string> {
  return run(bytes, ['html'], async (answer) => ('html' in answer ? answer.html : ''))
}
