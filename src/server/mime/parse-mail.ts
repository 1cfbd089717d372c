import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { ParsedMail } from './parsed-mail.ts'
import type { Ours } from './split-reply.ts'

const timeoutMs = 30_000
const maxHeapMb = 256

/** The program is beside this module in the sources, and beside the bundle when built. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './mime-process.ts' : './mime-process.js',
  import.meta.url,
)

/** The first message of the program. The hash is hexadecimal. */
export type MimeAnswer =
  | { mail: Omit<ParsedMail, 'contentSha256'>; contentSha256: string }
  | { html: string }
  | { failure: string }

/** `reason` is a code for the operator that contains nothing from the mail. */
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
 * Runs the program on a mail. The memory that a mail takes is freed when the process ends.
 *
 * @param use must read the program's output before it returns.
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
    // The cache halves the time to start. Node appends the folder of its version.
    env: { ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('no pipes to the program')
  const { promise, resolve, reject } = Promise.withResolvers<MimeAnswer>()
  const tooLong = setTimeout(() => reject(new UnreadableMail('too_slow')), timeoutMs)
  child.once('message', (answer) => resolve(answer as MimeAnswer))
  child.once('error', reject)
  // When the heap reaches its limit, V8 calls abort().
  child.once('exit', (_code, signal) =>
    reject(new UnreadableMail(signal === 'SIGABRT' ? 'too_much_memory' : 'ended')),
  )
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  try {
    bytes.once('error', reject)
    // The exit of the program explains the failure.
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

/** Reads the attachments one after the other, in the order of the mail. */
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
 * Parses a mail in a process of its own, with limits on time, memory, depth and size.
 *
 * @param ours our addresses and names, which identify quoted mails of ours.
 * @param use reads the contents of the attachments that it wants, each completely and in order.
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
