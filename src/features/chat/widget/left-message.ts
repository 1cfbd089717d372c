/** The longest message an inquiry may hold. */
const longest = 5000
const heading = '\n\nConversation in the chat:\n'
const cut = '[…]\n'

/** The message with the conversation under it; of a long one, its latest part. */
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
