import { answerTask } from '#server/sandbox/answer-task.ts'
import { parseMarkdown, TextTooComplex } from './parse-markdown.ts'

answerTask((text: string) => {
  try {
    return parseMarkdown(text)
  } catch (error) {
    if (error instanceof TextTooComplex || error instanceof RangeError) return null
    throw error
  }
})
