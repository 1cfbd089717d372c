import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { cleanName } from '#contract/file-names.ts'
import {
  extensionOf,
  maxBytes,
  tooLarge,
  typeOfExtension,
  wrongType,
} from '#contract/file-rules.ts'
import { newId } from '#server/database/new-id.ts'
import type { mailFiles, mailMessages } from '#server/database/schema.ts'
import { findExtension, matchesExtension } from '#server/files/signatures.ts'
import type { Storage } from '#server/files/storage.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'

type NewFile = Omit<typeof mailFiles.$inferInsert, 'messageId'>
type Refused = (typeof mailMessages.$inferSelect)['refusedFiles'][number]

export type StoredAttachments = { files: NewFile[]; refused: Refused[] }

/** The maximum number of attachments; the others stay in the original. */
const maxFiles = 50

const emptyFile = 'Empty file'

/** Marks a part that a mail names without containing it (RFC 2046, 5.2.3). */
export const leftOutType = 'message/external-body'

const maxDigits = 12

/** The content of a part that the mailbox reader left out is the part's size in bytes. */
function sizeOfLeftOut(content: Uint8Array): number {
  const { length } = content
  const digits = length <= maxDigits ? Buffer.from(content).toString().trim() : ''
  return /^\d+$/.test(digits) ? Number(digits) : length
}

/** Reports are parsed; their parts are not shown as attachments. */
const isOfReport = ({ mimeType }: { mimeType: string }) =>
  /^(message\/|text\/rfc822-headers$)/.test(mimeType)

type Part = ParsedMail['attachments'][number]

const nameOf = ({ name, mimeType }: Part) =>
  cleanName(name) || (isOfReport({ mimeType }) ? 'message.eml' : 'unnamed')

/**
 * The extension in lower case; empty for a number or a word with a space after a dot, as in "Offer
 * No. 5".
 */
function endingOf(name: string): string {
  const extension = extensionOf(name)
  return /^(?=.*[a-z])[a-z0-9]{1,5}$/.test(extension) ? extension : ''
}

/** Types that programs use for text, or for a file of unknown type. */
const mayBeText = /^(text\/plain|application\/octet-stream)?$/

/**
 * The file's name if its extension matches the content; without an extension, one is derived from
 * the content.
 */
async function nameByContent(
  file: FileHandle,
  { size, ...part }: Part,
): Promise<string | undefined> {
  const name = cleanName(part.name)
  const ending = endingOf(name)
  if (ending) return (await matchesExtension(file, ending, size)) ? name : undefined
  const found = await findExtension(file, size)
  if (!found || (found === 'txt' && !mayBeText.test(part.mimeType))) return undefined
  return cleanName(`${name || 'attachment'}.${found}`)
}

/** @returns why the part is refused; undefined if it was stored. */
async function store(
  storage: Storage,
  part: Part,
  content: Uint8Array,
  files: NewFile[],
): Promise<string | undefined> {
  const ending = endingOf(nameOf(part))
  if (part.size === 0) return emptyFile
  if (part.size > maxBytes) return tooLarge.title
  if (ending && !typeOfExtension[ending]) return wrongType.title
  const received = await storage.receive(part.size)
  try {
    await pipeline([content], received.sink)
    const fileSize = received.size()
    const originalName = await nameByContent(received.file, part)
    const mimeType = originalName && typeOfExtension[extensionOf(originalName)]
    if (!mimeType) return wrongType.title
    const sha256 = received.sha256()
    await received.commit(sha256)
    const file = { originalName, mimeType, fileSize, sha256, storageKey: received.key }
    files.push({ id: newId(), role: 'attachment', ...file })
    return undefined
  } finally {
    await received.discard()
  }
}

/**
 * Stores the attachments that pass the checks for documents, and lists the others with the reason.
 */
export async function storeAttachments(
  storage: Storage,
  mail: ParsedMail,
  contents: readonly Uint8Array[],
): Promise<StoredAttachments> {
  const stored: StoredAttachments = { files: [], refused: [] }
  for (const [at, part] of mail.attachments.entries()) {
    if (mail.report && isOfReport(part)) continue
    const content = contents[at] ?? Buffer.of()
    const isLeftOut = part.mimeType === leftOutType
    const size = isLeftOut ? sizeOfLeftOut(content) : part.size
    const isOver = stored.files.length >= maxFiles
    const reason = isLeftOut
      ? tooLarge.title
      : isOver
        ? 'Too many files'
        : await store(storage, part, content, stored.files)
    if (reason && stored.refused.length < 2 * maxFiles) {
      stored.refused.push({ name: nameOf(part), size, reason })
    }
  }
  return stored
}

export async function removeAttachments(
  storage: Storage,
  { files }: StoredAttachments,
): Promise<void> {
  for (const { storageKey } of files) await storage.remove(storageKey)
}
