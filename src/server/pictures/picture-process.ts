/**
 * Reads one picture, or the description of one to draw, from standard input; writes the resulting
 * pictures to standard output and exits.
 */
import { buffer } from 'node:stream/consumers'
import { drawPictures } from './draw-pictures.ts'
import {
  type Letter,
  type MadePicture,
  type PictureType,
  RefusedPicture,
  type SocialCard,
  type SocialLook,
  type UploadPurpose,
} from './picture.ts'
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

const [type, purpose, master] = process.argv.slice(2) as [
  PictureType | 'letter' | 'social',
  UploadPurpose,
  string?,
]

async function makeFrom(bytes: Buffer): Promise<MadePicture[]> {
  if (type === 'letter') {
    const { drawLetterIcons } = await import('./letter-icons.ts')
    return drawLetterIcons(JSON.parse(bytes.toString()) as Letter)
  }
  if (type === 'social') {
    const { drawSocialCards } = await import('./social-cards.ts')
    const { look, cards } = JSON.parse(bytes.toString()) as {
      look: SocialLook
      cards: SocialCard[]
    }
    return drawSocialCards(look, cards)
  }
  if (type === 'svg') checkSvg(bytes)
  return drawPictures(bytes, type, purpose, master !== undefined)
}

async function answer(): Promise<Buffer[]> {
  const bytes = await buffer(process.stdin)
  try {
    const pictures = await makeFrom(bytes)
    const described = pictures.map(({ bytes: { length }, ...rest }) => ({ ...rest, size: length }))
    return [
      Buffer.from(JSON.stringify(described)),
      ...pictures.map(({ bytes: b }) => Buffer.from(b)),
    ]
  } catch (error) {
    if (!(error instanceof RefusedPicture)) throw error
    return [Buffer.from(JSON.stringify({ refused: error.message }))]
  }
}

const [head = Buffer.alloc(0), ...rest] = await answer()
const length = Buffer.alloc(4)
length.writeUInt32BE(head.length)
process.stdout.write(Buffer.concat([length, head, ...rest]))
