import PostalMime, { type Attachment, type Email } from 'postal-mime'
import './charsets.ts'

const limits = {
  maxNestingDepth: 30,
  maxHeadersSize: 256 * 1024,
  maxRfc822NestingDepth: 2,
}

export const readMime = (raw: Uint8Array): Promise<Email> => PostalMime.parse(raw, limits)

export const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const original = 'Open the original in a mail program.'
const sentences = {
  smime: `This email is encrypted (S/MIME). ${original}`,
  pgp: `This email is encrypted (PGP). ${original}`,
  tnef: `This email is in a format of Outlook (winmail.dat). ${original}`,
  unreadable: `The text of this email can’t be read. ${original}`,
}

/** A mail signed, encrypted and signed again is the deepest that standards name (RFC 2634, 1.1). */
const maxLevels = 3

/** The limits fit a mail of 25 MB in pieces of 1 KB. */
const berLimits = { maxNodes: 100_000, maxContentLength: 32 * 1024 * 1024 }

/** Types of CMS content: RFC 5652, and for the last two RFC 5083 and RFC 3274. */
const signed = '1.2.840.113549.1.7.2'
const encrypted = /^1\.2\.840\.113549\.1\.(7\.[36]|9\.16\.1\.23)$/

/** Reads whether CMS content is encrypted, and what was signed. The signature is not verified. */
async function readCms(bytes: Uint8Array): Promise<{ isEncrypted: boolean; content?: Uint8Array }> {
  // The import is lazy because most mails do not need it.
  const { Constructed, fromBER, ObjectIdentifier, OctetString } = await import('asn1js')
  const childrenOf = (block: unknown): unknown[] =>
    block instanceof Constructed ? block.valueBlock.value : []
  const [type, outer] = childrenOf(fromBER(bytes, berLimits).result)
  const id = type instanceof ObjectIdentifier ? type.valueBlock.toString() : ''
  const [, , encapsulated] = id === signed ? childrenOf(childrenOf(outer)[0]) : []
  const [octets] = childrenOf(childrenOf(encapsulated)[1])
  return {
    isEncrypted: encrypted.test(id),
    ...(octets instanceof OctetString && { content: new Uint8Array(octets.getValue()) }),
  }
}

/** Whether the part is the mail itself. Other signed files are attachments with a name. */
const isSmime = ({ filename, mimeType }: Attachment) =>
  filename?.toLowerCase() === 'smime.p7m' ||
  (!filename && /^application\/(x-)?pkcs7-mime$/.test(mimeType))

const isTnef = ({ filename, mimeType }: Attachment) =>
  mimeType === 'application/ms-tnef' || filename?.toLowerCase() === 'winmail.dat'

const join = (...texts: (string | undefined)[]) => texts.filter((one) => one?.trim()).join('\n\n')

async function unwrapSmime(email: Email, part: Attachment, level: number): Promise<Email> {
  const { isEncrypted, content } = await readCms(bytesOf(part))
  const attachments = email.attachments.filter((one) => one !== part)
  if (!content || level >= maxLevels) {
    const sentence = isEncrypted ? sentences.smime : sentences.unreadable
    return { ...email, text: join(sentence, email.text) }
  }
  const inner = await unwrapMail(await readMime(content), content, level + 1)
  const html = inner.html ?? email.html
  // If the inner mail has HTML but no text, its text is later made from the HTML.
  const text = inner.text?.trim() || !inner.html ? join(inner.text, email.text) : ''
  return { ...email, text, html, attachments: [...inner.attachments, ...attachments] }
}

/** Reads a multipart mail whose header names no boundary or a wrong one. */
async function readWithoutBoundary(email: Email, raw: Uint8Array): Promise<Email> {
  const bytes = Buffer.from(raw)
  const [end = ''] = /\r?\n\r?\n/.exec(bytes.toString('latin1', 0, limits.maxHeadersSize)) ?? []
  const body = bytes.subarray(end ? bytes.indexOf(end) + end.length : bytes.length)
  const letters = body.toString('latin1')
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const [, kind] = /^\s*multipart\/([\w-]+)/i.exec(type) ?? []
  const [, named] = /\bboundary\s*=\s*"?([^";]+)/i.exec(type) ?? []
  if (!kind || !letters.trim()) return email
  if (named && letters.includes(`--${named}`)) {
    const isEmpty = letters.replace(/^(--.*|[\w-]+:.*|[ \t].*)$/gm, '').trim() === ''
    return isEmpty ? email : { ...email, text: sentences.unreadable }
  }
  // A boundary has at most 70 characters (RFC 2046, 5.1.1).
  const [, boundary] = /^--(\S[^\r\n"\\]{0,69}?)[ \t]*\r?\nContent-/im.exec(letters) ?? []
  const heading = boundary ? `multipart/${kind}; boundary="${boundary}"` : 'text/plain'
  const start = Buffer.from(`Content-Type: ${heading}\r\n\r\n`)
  const { text, html, attachments } = await readMime(Buffer.concat([start, body]))
  const isFound = text?.trim() || html || attachments.length > 0
  return { ...email, html, attachments, text: isFound ? text : sentences.unreadable }
}

/**
 * Handles a mail whose text is inside something else: what can be opened without a key is opened,
 * otherwise a sentence says what it is. Inner headers are ignored, because anybody may have written
 * them.
 */
export async function unwrapMail(email: Email, raw: Uint8Array, level = 0): Promise<Email> {
  const { text, html, attachments } = email
  const smime = attachments.find(isSmime)
  if (smime) return unwrapSmime(email, smime, level)
  if (attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted')) {
    return { ...email, text: join(sentences.pgp, text) }
  }
  if (text?.trim() || html) return email
  if (attachments.some(isTnef)) return { ...email, text: sentences.tnef }
  return attachments.length > 0 ? email : readWithoutBoundary(email, raw)
}
