/** Corrects the charset labels of a mail by its bytes. */

import { isAscii, isUtf8 } from 'node:buffer'
import PostalMime, { decodeWords } from 'postal-mime'

/** In these charsets, two letters are often also valid UTF-8 for other letters. */
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

/**
 * Whether at most half of the letters beyond ASCII are lost. A mail that was cut off may lose a
 * few.
 */
function isReadable(bytes: Uint8Array, decoder: TextDecoder): boolean {
  const text = decoder.decode(bytes.subarray(0, sampleBytes))
  const lost = text.match(/\ufffd/g)?.length ?? 0
  return 2 * lost <= (text.match(/\P{ASCII}/gu)?.length ?? 0)
}

/**
 * The charset to decode with: UTF-8 when the bytes are valid UTF-8, else the label, else
 * Windows-1252.
 *
 * @param label the mail's own label. The parser knows more charset names than `TextDecoder`.
 */
function charsetOf(bytes: Uint8Array, label = 'utf-8'): string {
  const decoder = decoderOf(label)
  if (isAscii(bytes) || decoder?.encoding.startsWith('utf-16')) return label
  const isLike = decoder && likeUtf8.test(decoder.encoding)
  if (isUtf8(bytes) && (!isLike || hasThreeBytes(bytes))) return 'utf-8'
  return !decoder || isReadable(bytes, decoder) ? label : 'windows-1252'
}

/** Decodes a header line but not the field's name. Line breaks in the value become spaces. */
function decodeLine(bytes: Uint8Array, label: string | undefined): string {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  if (isUtf8(bytes)) return utf8.decode(bytes)
  const isFolded = bytes[0] === 0x20 || bytes[0] === 0x09
  const start = isFolded ? 1 : bytes.indexOf(0x3a) + 1
  const value = bytes.subarray(start)
  const decoder = decoderOf(charsetOf(value, label)) ?? new TextDecoder('windows-1252')
  return utf8.decode(bytes.subarray(0, start)) + decoder.decode(value).replaceAll('\n', ' ')
}

/** Adjacent encoded words of one charset (RFC 2047), where a letter may span two words. */
const encodedWords = /=\?([^?\s]+)\?[QB]\?[^?]*\?=(?:[ \t\r\n]+=\?\1\?[QB]\?[^?]*\?=)*/gi

function relabelWords(text: string): string {
  return text.replace(encodedWords, (words, label: string) => {
    const relabel = (to: string) => words.replace(/=\?[^?\s]+(?=\?[QB]\?)/gi, `=?${to}`)
    // In this charset, the lower half of each decoded letter is the original byte
    // (encoding.spec.whatwg.org, 14.5).
    const bytes = Buffer.from(decodeWords(relabel('x-user-defined')), 'latin1')
    return relabel(charsetOf(bytes, label.replace(/\*.*/, '')))
  })
}

/** The parts of the parser's class that are used here; its types leave them out. */
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

/** How many bytes browsers search for the charset of a page (html.spec.whatwg.org, 13.2.3.2). */
const prescanBytes = 1024

/** The parser reads headers as UTF-8 and trusts every label, also in mails inside a mail. */
function correctCharsets(part: Part): void {
  const { feed, processHeaders, getTextContent } = part
  const corrected: Partial<Part> & ThisType<Part> = {
    correctsCharsets: true,
    feed(line) {
      const count = this.headerLines.length
      feed.call(this, line)
      if (this.headerLines.length === count) return
      // Each byte is kept as one letter until the label is known.
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
