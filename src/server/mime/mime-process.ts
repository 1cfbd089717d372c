import { answerMessage } from '../sandbox/answer-message.ts'
import type { Message } from '../sandbox/message.ts'
import { htmlOf, parse } from './parse.ts'
import type { MimeAnswer, MimeTask } from './parse-mail.ts'

async function read({ value, files: [raw = Buffer.of()] }: Message): Promise<Message<MimeAnswer>> {
  const task = value as MimeTask
  try {
    if (task.wanted === 'html') return { value: { html: await htmlOf(raw) }, files: [] }
    const { contents, contentSha256, ...mail } = await parse(raw, task.ours)
    return { value: { mail }, files: [contentSha256, ...contents] }
  } catch (error) {
    return { value: { failure: error instanceof Error ? error.message : '' }, files: [] }
  }
}

await answerMessage(read)
