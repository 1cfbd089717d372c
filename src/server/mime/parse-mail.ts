import { findProgram } from '../sandbox/find-program.ts'
import { runInProcess } from '../sandbox/run-in-process.ts'
import { SandboxError } from '../sandbox/sandbox-limits.ts'
import type { ParsedMail } from './parsed-mail.ts'
import type { Ours } from './split-reply.ts'

const program = findProgram(import.meta.url, 'mime-process.ts')

export type MimeTask = { wanted: 'mail'; ours: Ours } | { wanted: 'html' }

/** With a mail come its hash and the contents of its attachments. */
export type MimeAnswer =
  | { mail: Omit<ParsedMail, 'contentSha256'> }
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

async function run(bytes: Uint8Array, task: MimeTask) {
  const { value, files } = await runInProcess(program, { value: task, files: [bytes] }).catch(
    (error: unknown) => {
      throw error instanceof SandboxError ? new UnreadableMail(error.reason) : error
    },
  )
  const answer = value as MimeAnswer
  if ('failure' in answer) throw new UnreadableMail(reasonOf(answer.failure))
  return { answer, files }
}

/**
 * Parses a mail in a process of its own, with limits on time, memory, depth and size.
 *
 * @param ours our addresses and names, which identify quoted mails of ours.
 * @returns the mail, and the contents of its attachments in the same order.
 * @throws UnreadableMail
 */
export async function parseMail(
  bytes: Uint8Array,
  ours: Ours,
): Promise<{ mail: ParsedMail; contents: readonly Uint8Array[] }> {
  const { answer, files } = await run(bytes, { wanted: 'mail', ours })
  const [contentSha256, ...contents] = files
  if (!('mail' in answer && contentSha256)) throw new UnreadableMail('malformed')
  return { mail: { ...answer.mail, contentSha256 }, contents }
}

/** @throws UnreadableMail */
export async function readHtml(bytes: Uint8Array): Promise<string> {
  const { answer } = await run(bytes, { wanted: 'html' })
  return 'html' in answer ? answer.html : ''
}
