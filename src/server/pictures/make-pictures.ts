import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { z } from 'zod'
import { projectRoot } from '../project-root.ts'
import {
  type Letter,
  type MadePicture,
  type PictureType,
  RefusedPicture,
  type SocialCard,
  type SocialLook,
  type UploadPurpose,
  unreadablePicture,
} from './picture.ts'

/** Only for a process that hangs. A working one ends by itself after 5 s of processor time. */
const timeoutMs = 30_000
const maxAnswerBytes = 128 * 1024 * 1024

/** The program is beside this module in the sources, and beside the bundle when built. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js',
  import.meta.url,
)

const oneAtATime = pLimit(1)

const Answer = z.union([
  z.object({ refused: z.string() }),
  z.array(
    z.object({
      variant: z.string(),
      mimeType: z.enum(['image/png', 'image/webp']),
      width: z.number().int(),
      height: z.number().int(),
      size: z.number().int(),
      isHardInDark: z.boolean().optional(),
    }),
  ),
])

/** @throws RefusedPicture */
function read(answer: Buffer): MadePicture[] {
  const end = 4 + (answer.length >= 4 ? answer.readUInt32BE() : 0)
  if (answer.length < 4 || answer.length < end) throw unreadablePicture()
  const described = Answer.parse(JSON.parse(answer.toString('utf8', 4, end)))
  if ('refused' in described) throw new RefusedPicture(described.refused)
  let at = end
  return described.map(({ size, ...rest }) => {
    const bytes = answer.subarray(at, at + size)
    at += size
    return { ...rest, bytes }
  })
}

/** The process may only read modules: no other file, no socket, no further process. */
const permissions = [
  '--permission',
  '--allow-addons',
  '--no-warnings',
  ...['node_modules', 'build', 'src', 'package.json'].map(
    (name) => `--allow-fs-read=${fileURLToPath(new URL(name, projectRoot))}`,
  ),
]

function run(bytes: Uint8Array, ...what: string[]): Promise<Buffer> {
  const child = spawn(
    process.execPath,
    [...permissions, fileURLToPath(program), ...what],
    // This file keeps the process from searching for the system's fonts.
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { FONTCONFIG_FILE: '/dev/null' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
  )
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxAnswerBytes) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve(Buffer.concat(chunks))
    else reject(unreadablePicture())
  })
  // The process may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  return promise
}

/**
 * Decodes a picture in a process of its own, one at a time, and encodes it again.
 *
 * @param isMaster for a picture that this product encoded: it stays as it is if it only holds
 * pixels.
 * @returns the master first, then its variants.
 * @throws RefusedPicture with a sentence to show.
 */
export const makePictures = (
  bytes: Uint8Array,
  type: PictureType,
  purpose: UploadPurpose,
  isMaster = false,
): Promise<MadePicture[]> =>
  oneAtATime(async () => read(await run(bytes, type, purpose, ...(isMaster ? ['master'] : []))))

/** Makes the icons of a firm without a logo. */
export const makeLetterIcons = (letter: Letter): Promise<MadePicture[]> =>
  oneAtATime(async () => read(await run(Buffer.from(JSON.stringify(letter)), 'letter')))

/**
 * Pass only a few cards at a time, because they share the processor time of one process.
 * @returns the images in the same order.
 */
export const makeSocialImages = (
  look: SocialLook,
  cards: readonly SocialCard[],
): Promise<MadePicture[]> =>
  oneAtATime(async () => read(await run(Buffer.from(JSON.stringify({ look, cards })), 'social')))
