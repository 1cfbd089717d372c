/** What a charset is said to be, against what the bytes of a mail are. */

import { isAscii, isUtf8 } from 'node:buffer'
import PostalMime, { decodeWords } from 'postal-mime'

/** Two letters of these are often valid UTF-8 as well, for other letters. */
const likeUtf8 = /^(gbk|gb18030|big5|euc-jp|euc-kr|shift_jis|windows-874)$/

const hasThreeBytes = (bytes: Uint8Array) => bytes.some((byte) => byte >= 0xe0)

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true })
  } catch {
    return undefined
  }
}

const sampleBytes = 64 * 1024

/** Whether at most half of the letters beyond ASCII are lost: a few are of a mail that was cut. */
function isReadable(bytes: Uint8Array, decoder: TextDecoder): boolean {
  const text = decoder.decode(bytes.subarray(0, sampleBytes))
  const lost = text.match(/\ufffd/g)?.length ?? 0
  return 2 * lost <= (text.match(/\P{ASCII}/gu)?.length ?? 0)
}

/**
 * The charset to decode with: UTF-8 when it is valid UTF-8, else the label, else Windows-1252.
 *
 * @param label as the mail says; the parser knows more names of charsets than `TextDecoder`.
 */
function charsetOf(bytes: Uint8Array, label = 'utf-8'): string {
  const decoder = decoderOf(label)
  if (isAscii(bytes) || decoder?.encoding.startsWith('utf-16')) return label
  const isLike = decoder && likeUtf8.test(decoder.encoding)
  if (isUtf8(bytes) && (!isLike || hasThreeBytes(bytes))) return 'utf-8'
  return !decoder || isReadable(bytes, decoder) ? label : 'windows-1252'
}

/** A line of a heading. The field's name is left as it is, and no line is made of one. */
function decodeLine(bytes: Uint8Array, label: string | undefined): string {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  if (isUtf8(bytes)) return utf8.decode(bytes)
  const isFolded = bytes[0] === 0x20 || bytes[0] === 0x09
  const start = isFolded ? 1 : bytes.indexOf(0x3a) + 1
  const value = bytes.subarray(start)
  const decoder = decoderOf(charsetOf(value, label)) ?? new TextDecoder('windows-1252')
  return utf8.decode(bytes.subarray(0, start)) + decoder.decode(value).replaceAll('\n', ' ')
}

/** Encoded words of one charset (RFC 2047): a letter may begin in one and end in the next. */
const encodedWords = /=\?([^?\s]+)\?[QB]\?[^?]*\?=(?:[ \t\r\n]+=\?\1\?[QB]\?[^?]*\?=)*/gi

function relabelWords(text: string): string {
  return text.replace(encodedWords, (words, label: string) => {
    const relabel = (to: string) => words.replace(/=\?[^?\s]+(?=\?[QB]\?)/gi, `=?${to}`)
    // Decoded by this charset, the lower half of each letter is a byte (encoding.spec.whatwg.org 14.5).
    const bytes = Buffer.from(decodeWords(relabel('x-user-defined')), 'latin1')
    return relabel(charsetOf(bytes, label.replace(/\*.*/, '')))
  })
}

/** What is used of the parser's class of parts, which its types leave out. */
type Part = {
  headerLines: string[]
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
  feed(line: Uint8Array): void
  processHeaders(): void
  getTextContent(): string
  correctsCharsets?: true
}

const charsetOfHeading = /^content-type:.*\bcharset\s*=\s*"?([^\s";]+)/im
const charsetOfHtml = /<meta\s[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i

/** Bytes in which browsers look for the charset of a page (html.spec.whatwg.org 13.2.3.2). */
const prescanBytes = 1024

/** The parser takes headings for UTF-8 and believes every label, also in mails inside a mail. */
function correctCharsets(part: Part): void {
  const { feed, processHeaders, getTextContent } = part
  const corrected: Partial<Part> & ThisType<Part> = {
    correctsCharsets: true,
    feed(line) {
      const count = this.headerLines.length
      feed.call(this, line)
      if (this.headerLines.length === count) return
      // One letter is one byte until the label is known.
      this.headerLines[count] = Buffer.from(line).toString('latin1')
    },
    processHeaders() {
      const unfolded = this.headerLines.join('\n').replace(/\n(?=[ \t])/g, '')
      const [, label] = charsetOfHeading.exec(unfolded) ?? []
      const lines = this.headerLines.map((line) => decodeLine(Buffer.from(line, 'latin1'), label))
      this.headerLines = relabelWords(lines.join('\n')).split('\n')
      processHeaders.call(this)
    },
    getTextContent() {
      const { value, params } = this.contentType.parsed
      const bytes = new Uint8Array(this.content ?? [])
      const head = Buffer.from(bytes.subarray(0, prescanBytes)).toString('latin1')
      const [, inside] = (value === 'text/html' && charsetOfHtml.exec(head)) || []
      params.charset = charsetOf(bytes, params.charset || inside)
      return getTextContent.call(this)
    },
  }
  Object.assign(part, corrected)
}

const { root } = new PostalMime() as unknown as { root: Part }
if (!root.correctsCharsets) correctCharsets(Object.getPrototypeOf(root))
