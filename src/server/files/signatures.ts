import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { fromRandomAccessReader, RandomAccessReader } from 'yauzl'

const headBytes = 4096

const startsWith = (head: Buffer, ...bytes: number[]) =>
  bytes.every((byte, at) => head[at] === byte)

/** The fixed header (W3C PNG 5.2): the signature, then the IHDR chunk of 13 bytes. */
function isPng(head: Buffer): boolean {
  return (
    startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) &&
    head.subarray(8, 16).equals(Buffer.from('\0\0\0\x0dIHDR', 'latin1'))
  )
}

/** Screen descriptor and color table must be followed by a known block (GIF89a, 15 to 20). */
function isGif(head: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) return false
  const flags = head[10] ?? 0
  const colorTable = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  return [0x21, 0x2c, 0x3b].includes(head[13 + colorTable] ?? 0)
}

/** The start of image must be followed by a marker that may come first (ITU-T T.81, B.1.1.3). */
function isJpeg(head: Buffer): boolean {
  const marker = head[3] ?? 0
  const mayBeFirst = (marker >= 0xe0 && marker <= 0xef) || [0xc0, 0xc4, 0xdb, 0xfe].includes(marker)
  return startsWith(head, 0xff, 0xd8, 0xff) && mayBeFirst
}

/** Readers look for the header in the first 1,024 bytes (ISO 32000-1, Annex H, note 13). */
function isPdf(head: Buffer): boolean {
  return /%PDF-\d/.test(head.toString('latin1', 0, 1024)) && !markup.test(wordsOf(head))
}

/** A compound file, as legacy Office formats are (MS-CFB 2.2). */
function isCompound(head: Buffer): boolean {
  return startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
}

/** Names of the streams of a password-protected document (MS-OFFCRYPTO 2.3.4). */
const encryptedParts = ['EncryptionInfo', 'EncryptedPackage']

/** The size of a directory entry in a compound file. Sectors begin at multiples of it. */
const entryBytes = 128

/** Whether the directory of a compound file has these streams. */
async function hasStreams(file: FileHandle, size: number, names: string[]): Promise<boolean> {
  const missing = new Set(names.map((name) => Buffer.from(`${name}\0`, 'utf16le')))
  for await (const piece of piecesOf(file, size)) {
    for (const name of missing) {
      for (let at = piece.indexOf(name); at >= 0; at = piece.indexOf(name, at + 1)) {
        if (at % entryBytes === 0) missing.delete(name)
      }
    }
    if (missing.size === 0) return true
  }
  return false
}

/** @yields pieces of at most 1 MB, all in the same buffer. */
async function* piecesOf(file: FileHandle, size: number) {
  const all = Buffer.alloc(Math.min(1024 * 1024, size))
  for (let at = 0; at < size; at += all.length) {
    const { bytesRead } = await file.read(all, 0, all.length, at)
    yield all.subarray(0, bytesRead)
  }
}

/** Content that browsers sniff as HTML or XML (mimesniff.spec.whatwg.org 7.1). */
const markup =
  /^\s*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|!--|\?xml)[\s>/?-]/i

const utf16ByteOrders = ['fffe', 'feff']

const isWide = (head: Buffer) => utf16ByteOrders.includes(head.toString('hex', 0, 2))

function wordsOf(head: Buffer): string {
  const wide = isWide(head)
  const start =
    wide && head[0] === 0xfe ? Buffer.from(head.subarray(0, head.length & ~1)).swap16() : head
  return start.toString(wide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
}

/** Text has no NUL, except in UTF-16 with a BOM, and does not start as markup or as a PDF. */
async function isText(head: Buffer, file: FileHandle, size: number): Promise<boolean> {
  const words = wordsOf(head)
  if (markup.test(words) || /^\s*%PDF-\d/.test(words)) return false
  if (isWide(head)) return true
  for await (const piece of piecesOf(file, size)) if (piece.includes(0)) return false
  return true
}

class FileReader extends RandomAccessReader {
  readonly #file: FileHandle
  constructor(file: FileHandle) {
    super()
    this.#file = file
  }
  override read(...args: Parameters<RandomAccessReader['read']>): void {
    read(this.#file.fd, ...args)
  }
}

const endRecordBytes = 22
const maxCommentBytes = 0xffff
/** How much data that some programs append after the end record is accepted. */
const maxRestBytes = 64 * 1024

/**
 * The position where the end record and its comment end. yauzl refuses files that continue after
 * it.
 */
async function endOfZip(file: FileHandle, size: number): Promise<number | undefined> {
  const length = Math.min(size, endRecordBytes + maxCommentBytes + maxRestBytes)
  const start = size - length
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
  for (let at = length; at > 0; ) {
    at = buffer.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
    if (at < 0) break
    if (at + endRecordBytes > length) continue
    const end = at + endRecordBytes + buffer.readUInt16LE(at + endRecordBytes - 2)
    if (end <= length) return start + end
  }
  return undefined
}

/** Office files list their parts among the first entries; reading more is not worthwhile. */
const maxEntries = 5_000

/**
 * Whether the directory of a zip is sound and, with `folder`, lists the parts of that Office
 * format. Reads only the directory and unpacks nothing.
 */
async function isZip(file: FileHandle, size: number, folder?: string): Promise<boolean> {
  const end = await endOfZip(file, size)
  if (end === undefined) return false
  return new Promise((resolve) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const
    fromRandomAccessReader(new FileReader(file), end, options, (error, zip) => {
      if (error || !zip) return resolve(false)
      if (!folder) return resolve(true)
      const missing = new Set(['[Content_Types].xml', folder])
      let seen = 0
      zip.on('error', () => resolve(false))
      zip.on('end', () => resolve(false))
      zip.on('entry', ({ fileName }: { fileName: unknown }) => {
        const name = String(fileName)
        missing.delete(name)
        if (name.startsWith(folder)) missing.delete(folder)
        if (missing.size === 0 || ++seen >= maxEntries) resolve(missing.size === 0)
        else zip.readEntry()
      })
      zip.readEntry()
    })
  })
}

/** Checks for a local file header, or for the end record of an empty archive. */
const isZipLike = (head: Buffer) =>
  startsWith(head, 0x50, 0x4b, 3, 4) || startsWith(head, 0x50, 0x4b, 5, 6)

type Check = (head: Buffer, file: FileHandle, size: number) => boolean | Promise<boolean>

const isArchive: Check = (head, file, size) => isZipLike(head) && isZip(file, size)

const isOffice =
  (folder: string): Check =>
  (head, file, size) =>
    // A password-protected Office document is a compound file that contains the encrypted document.
    isCompound(head)
      ? hasStreams(file, size, encryptedParts)
      : isZipLike(head) && isZip(file, size, folder)

const checks: Record<string, Check> = {
  pdf: isPdf,
  png: isPng,
  gif: isGif,
  jpg: isJpeg,
  jpeg: isJpeg,
  doc: isCompound,
  xls: isCompound,
  ppt: isCompound,
  docx: isOffice('word/'),
  xlsx: isOffice('xl/'),
  pptx: isOffice('ppt/'),
  zip: isArchive,
  txt: isText,
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** @param extension in lower case, without the dot. An unknown extension never matches. */
export async function matchesExtension(
  file: FileHandle,
  extension: string,
  size: number,
): Promise<boolean> {
  const check = Object.hasOwn(checks, extension) && checks[extension]
  return check ? await check(await readHead(file), file, size) : false
}

/** The stream that each legacy format must have. */
const streamOf = { doc: 'WordDocument', xls: 'Workbook', ppt: 'PowerPoint Document' }

/**
 * Infers the extension from the content alone; undefined when the content is of no accepted kind,
 * or may be of several. Text has no signature, so the caller decides whether it may be text.
 */
export async function findExtension(file: FileHandle, size: number): Promise<string | undefined> {
  const head = await readHead(file)
  if (isCompound(head)) {
    for (const [extension, stream] of Object.entries(streamOf)) {
      if (await hasStreams(file, size, [stream])) return extension
    }
    return undefined
  }
  for (const extension of ['png', 'gif', 'jpg', 'docx', 'xlsx', 'pptx', 'zip', 'txt', 'pdf']) {
    if (await checks[extension]?.(head, file, size)) return extension
  }
  return undefined
}
