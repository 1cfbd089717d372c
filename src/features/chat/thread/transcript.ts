import { isNotice, type Message } from './message.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function lineOf(message: Message, nameOf: (message: Message) => string): string {
  const when = moment.format(new Date(message.sentAt))
  return isNotice(message)
    ? `[${when}] ${message.content}`
    : `[${when}] ${nameOf(message)}: ${message.content}`
}

export function transcriptOf(
  messages: readonly Message[],
  nameOf: (message: Message) => string,
): string {
  return messages.map((message) => lineOf(message, nameOf)).join('\n')
}
