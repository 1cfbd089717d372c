import pLimit from 'p-limit'
import { z } from 'zod'
import { findProgram } from '../sandbox/find-program.ts'
import { runInProcess } from '../sandbox/run-in-process.ts'
import { SandboxError } from '../sandbox/sandbox-limits.ts'
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

const program = findProgram(import.meta.url, 'picture-process.ts')

const oneAtATime = pLimit(1)

export type PictureTask =
  | { type: PictureType; purpose: UploadPurpose; isMaster: boolean }
  | { letter: Letter }
  | { look: SocialLook; cards: readonly SocialCard[] }

const Answer = z.union([
  z.object({ refused: z.string() }),
  z.array(
    z.object({
      variant: z.string(),
      mimeType: z.enum(['image/png', 'image/webp']),
      width: z.number().int(),
      height: z.number().int(),
      isHardInDark: z.boolean().optional(),
    }),
  ),
])

/** @throws RefusedPicture */
const run = (task: PictureTask, ...files: Uint8Array[]): Promise<MadePicture[]> =>
  oneAtATime(async () => {
    const answer = await runInProcess(program, { value: task, files }).catch((error: unknown) => {
      throw error instanceof SandboxError ? unreadablePicture() : error
    })
    const described = Answer.parse(answer.value)
    if ('refused' in described) throw new RefusedPicture(described.refused)
    return described.map((one, at) => ({ ...one, bytes: answer.files[at] ?? Buffer.of() }))
  })

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
): Promise<MadePicture[]> => run({ type, purpose, isMaster }, bytes)

/** Makes the icons of a firm without a logo. */
export const makeLetterIcons = (letter: Letter): Promise<MadePicture[]> => run({ letter })

/**
 * Pass only a few cards at a time, because they share the processor time of one process.
 * @returns the images in the same order.
 */
export const makeSocialImages = (
  look: SocialLook,
  cards: readonly SocialCard[],
): Promise<MadePicture[]> => run({ look, cards })
