/** Limit of an inquiry's message. */
const longest = 5000
const heading = '\n\nConversation in the chat:\n'
const cut = '[…]\n'

/** Appends the conversation to the message; a long one is reduced to its latest part. */
export function withConversation(message: string, transcript: string): string {
  const text = message.trim()
  if (!transcript) return text
  const room = longest - text.length - heading.length
  if (transcript.length <= room) return text + heading + transcript
  if (room < 200) return text
  return (
    text + heading + cut + transcript.slice(transcript.length - room + cut.length).toWellFormed()
  )
}
