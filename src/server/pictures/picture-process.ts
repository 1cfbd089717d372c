import { answerMessage } from '../sandbox/answer-message.ts'
import type { Message } from '../sandbox/message.ts'
import { drawPictures } from './draw-pictures.ts'
import type { PictureTask } from './make-pictures.ts'
import { type MadePicture, RefusedPicture } from './picture.ts'
import { checkSvg } from './svg-rules.ts'

const maxMemoryBytes = 512 * 1024 * 1024

/** The limit is on processor time, so that nothing is refused because the machine is busy. */
const maxCpuMicroseconds = 5_000_000

// Pixels are decoded in other threads, so this timer still runs.
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isTooMuch = user + system > maxCpuMicroseconds || process.memoryUsage.rss() > maxMemoryBytes
  // An orderly exit would wait for those threads.
  if (isTooMuch) process.kill(process.pid, 'SIGKILL')
}, 10).unref()

async function makeFrom(task: PictureTask, bytes: Uint8Array): Promise<MadePicture[]> {
  if ('letter' in task) {
    const { drawLetterIcons } = await import('./letter-icons.ts')
    return drawLetterIcons(task.letter)
  }
  if ('cards' in task) {
    const { drawSocialCards } = await import('./social-cards.ts')
    return drawSocialCards(task.look, task.cards)
  }
  const { type, purpose, isMaster } = task
  if (type === 'svg') checkSvg(bytes)
  return drawPictures(bytes, type, purpose, isMaster)
}

await answerMessage(async ({ value, files: [bytes = Buffer.of()] }: Message) => {
  try {
    const made = await makeFrom(value as PictureTask, bytes)
    return { value: made.map(({ bytes: _, ...rest }) => rest), files: made.map((one) => one.bytes) }
  } catch (error) {
    if (!(error instanceof RefusedPicture)) throw error
    return { value: { refused: error.message }, files: [] }
  }
})
