import type { FileHandle } from 'node:fs/promises'
import { fromFd } from 'yauzl'

const headBytes = 4096

const startsWith = (head: Buffer, ...bytes: number[]) =>
  bytes.every((byte, at) => head[at] === byte)

/** Fixed header (W3C PNG 5.2): the signature, then the IHDR chunk of 13 bytes. */
function isPng(head: Buffer): boolean {
  return (
    startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) &&
    head.subarray(8, 16).equals(Buffer.from('\0\0\0\x0dIHDR', 'latin1'))
  )
}

/** Screen descriptor and colour table, followed by a known block (GIF89a, 15 to 20). */
function isGif(head: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) return false
  const flags = head[10] ?? 0
  const colourTable = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  return [0x21, 0x2c, 0x3b].includes(head[13 + colourTable] ?? 0)
}

/** Start of image, then a marker that may come first (ITU-T T.81, B.1.1.3). */
function isJpeg(head: Buffer): boolean {
  const marker = head[3] ?? 0
  const mayBeFirst = (marker >= 0xe0 && marker <= 0xef) || [0xc0, 0xc4, 0xdb, 0xfe].includes(marker)
  return startsWith(head, 0xff, 0xd8, 0xff) && mayBeFirst
}

/** Whitespace before the header is common in old files; readers skip it. */
function isPdf(head: Buffer): boolean {
  return /^(\ufeff|\xef\xbb\xbf)?\s{0,64}%PDF-\d/.test(head.toString('latin1', 0, 128))
}

/** Compound file of legacy Office formats (MS-CFB 2.2). */
function isCompound(head: Buffer): boolean {
  return startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
}

/** Content that browsers sniff as HTML or XML (mimesniff.spec.whatwg.org 7.1). */
const markup =
  /^\s*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|!--|\?xml)[\s>/?-]/i

const utf16ByteOrders = ['fffe', 'feff']

/** No NUL anywhere, except in UTF-16 with a BOM, and no markup at the start. */
async function isText(head: Buffer, file: FileHandle, size: number): Promise<boolean> {
  const wide = utf16ByteOrders.includes(head.subarray(0, 2).toString('hex'))
  const start =
    wide && head[0] === 0xfe ? Buffer.from(head.subarray(0, head.length & ~1)).swap16() : head
  const words = start.toString(wide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
  if (markup.test(words) || isPdf(head)) return false
  if (wide) return true
  const piece = Buffer.alloc(Math.min(1024 * 1024, size))
  for (let at = 0; at < size; at += piece.length) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (piece.subarray(0, bytesRead).includes(0)) return false
  }
  return true
}

/** Office files list their parts among the first entries; reading more is not worthwhile. */
const mostEntries = 5_000

/**
 * Whether the directory of a zip is sound and, with `folder`, lists the parts of that Office
 * format. Reads only the directory and unpacks nothing.
 */
function isZip(file: FileHandle, folder?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const
    fromFd(file.fd, options, (error, zip) => {
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
        if (missing.size === 0 || ++seen >= mostEntries) resolve(missing.size === 0)
        else zip.readEntry()
      })
      zip.readEntry()
    })
  })
}

/** Local file header, or the end record of an empty archive. */
const isZipLike = (head: Buffer) =>
  startsWith(head, 0x50, 0x4b, 3, 4) || startsWith(head, 0x50, 0x4b, 5, 6)

type Check = (head: Buffer, file: FileHandle, size: number) => boolean | Promise<boolean>

const isArchive =
  (folder?: string): Check =>
  (head, file) =>
    isZipLike(head) && isZip(file, folder)

const checks: Record<string, Check> = {
  pdf: isPdf,
  png: isPng,
  gif: isGif,
  jpg: isJpeg,
  jpeg: isJpeg,
  doc: isCompound,
  xls: isCompound,
  ppt: isCompound,
  docx: isArchive('word/'),
  xlsx: isArchive('xl/'),
  pptx: isArchive('ppt/'),
  zip: isArchive(),
  txt: isText,
}

/** @param extension in lower case, without the dot; an unknown one never matches. */
export async function matchesExtension(
  file: FileHandle,
  extension: string,
  size: number,
): Promise<boolean> {
  const check = Object.hasOwn(checks, extension) && checks[extension]
  if (!check) return false
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return await check(buffer.subarray(0, bytesRead), file, size)
}
