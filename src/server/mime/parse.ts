/** Runs in the worker alone: what it reads was written by anybody. */

import { createHash } from 'node:crypto'
import { type Address, addressParser, type Email } from 'postal-mime'
import { cutText } from '#contract/cut-text.ts'
import { isMailbox, toAsciiDomain } from '#contract/email-address.ts'
import { readReply } from './calendar-reply.ts'
import type { MailAddress, MailReport, ParsedMail } from './parsed-mail.ts'
import { readAuthenticationResults } from './read-authentication-results.ts'
import { readDeliveryStatus, readFeedback } from './reports.ts'
import { type Ours, splitReply } from './split-reply.ts'
import { bytesOf, readMime, unwrapMail } from './unwrap-mail.ts'

const mostTextBytes = 1024 * 1024
const mostReferences = 50
const mostAddresses = 100
/** Headers `Authentication-Results`. */
const mostResults = 20
const mostLineCharacters = 998

/** PostgreSQL stores no NUL and no lone surrogate. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const oneLine = (text: string, most = mostLineCharacters) =>
  cutText(
    storable(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
      .trim(),
    most,
  )

function flatten(addresses: readonly Address[] = []): MailAddress[] {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .filter(({ address }) => address)
    .slice(0, mostAddresses)
    .map(({ name, address }) => ({
      name: oneLine(name, 200),
      address: toAsciiDomain(oneLine(address, 320)),
    }))
}

const idsIn = (value = '') => value.match(/<[^<>\s]{1,990}>/g) ?? []

/** Headers that classify a mail. */
const storedHeaders = new Set([
  ...['auto-submitted', 'precedence', 'list-id', 'x-autoreply', 'x-autorespond', 'return-path'],
  ...['x-spam-flag', 'x-spam-status', 'content-type'],
  'x-ms-exchange-inbox-rules-loop',
])

function topmost(email: Email): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { key, value } of email.headers) {
    if (storedHeaders.has(key)) found[key] ??= oneLine(value, 2000)
  }
  return found
}

const every = (email: Email, name: string) =>
  email.headers
    .filter(({ key }) => key === name)
    .slice(0, 20)
    .flatMap(({ value }) => flatten(addressParser(value)))

/** The sender's one mailbox; what was written instead of it is shown as the name. */
function senderOf(email: Email): Pick<ParsedMail, 'from' | 'isSenderUnclear'> {
  const one = (name: string) => {
    const found = every(email, name)
    const [first] = found
    const isOne = found.every(
      ({ address }) => address.toLowerCase() === first?.address.toLowerCase(),
    )
    return { first, isClear: !first || (isOne && isMailbox(first.address)) }
  }
  const from = one('from')
  const name = email.headers.find(({ key }) => key === 'from')?.value ?? ''
  return {
    from: (from.isClear && from.first) || { name: oneLine(name, 200), address: '' },
    isSenderUnclear: !from.isClear || (!from.first && name !== '') || !one('reply-to').isClear,
  }
}

/** Of the headers as they came, since decoding them would make results of what is quoted in them. */
const authenticationOf = ({ headerLines }: Email) =>
  headerLines
    .filter(({ key }) => key === 'authentication-results')
    .slice(0, mostResults)
    .map(({ line }) => readAuthenticationResults(line.slice(line.indexOf(':') + 1)))

/** Cells side by side, rows below each other: numbers would read as one. */
const tables = [
  ...['td', 'th'].map((selector) => ({
    ...{ selector, format: 'inlineSurround', options: { suffix: ' ' } },
  })),
  { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
]

async function textOfHtml(html: string): Promise<string> {
  // Half of the time to start the thread, which a mail with a plain part need not wait for.
  const { convert } = await import('html-to-text')
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 4 * mostTextBytes, maxDepth: 200, maxChildNodes: 20_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
      ...tables,
    ],
  })
  return text.replace(/[^\S\n]+$/gm, '').replace(/\n{3,}/g, '\n\n')
}

async function textOf({ text = '', html = '', subject = '' }: Email, ours: Ours) {
  const written = text.trim() || !html ? text : await textOfHtml(html)
  const whole = cutText(storable(written.replace(/\r\n?/g, '\n')), mostTextBytes, 'bytes')
  return splitReply(whole, { ours, subject })
}

const mostReportBytes = 64 * 1024

function reportOf(email: Email): MailReport | null {
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\/report\b/i.test(type)) return null
  const textOfPart = (pattern: RegExp) => {
    const part = email.attachments.find(({ mimeType }) => pattern.test(mimeType))
    return part && storable(Buffer.from(bytesOf(part).subarray(0, mostReportBytes)).toString())
  }
  const returned = textOfPart(/^(message\/(rfc822|global)|text\/rfc822-headers)/) ?? ''
  const status = textOfPart(/^message\/(global-)?delivery-status$/)
  if (status !== undefined) return readDeliveryStatus(status, returned)
  const feedback = textOfPart(/^message\/feedback-report$/)
  return feedback === undefined ? null : readFeedback(feedback, returned)
}

function hashOf(email: Email): Uint8Array {
  const hash = createHash('sha256')
  const { from, date, subject, text, html } = email
  hash.update(JSON.stringify([from ?? null, date ?? null, subject ?? null, text ?? '', html ?? '']))
  for (const part of email.attachments) {
    hash.update(JSON.stringify([part.filename, part.mimeType, bytesOf(part).length]))
    hash.update(bytesOf(part))
  }
  return hash.digest()
}

type MailInMemory = ParsedMail & { contents: Uint8Array[] }

const nobody: Ours = { addresses: [], names: [] }

/** `contents` are those of the attachments. @throws when a limit is exceeded. */
export async function parse(raw: Uint8Array, ours = nobody): Promise<MailInMemory> {
  const whole = await readMime(raw)
  const email = await unwrapMail(whole, raw)
  const to = flatten(email.to)
  const cc = flatten(email.cc)
  const calendar = email.attachments.find(({ method }) => method)
  const sent = ['delivered-to', 'x-original-to'].flatMap((name) => every(email, name))
  return {
    messageId: idsIn(email.messageId)[0] ?? null,
    inReplyTo: idsIn(email.inReplyTo)[0] ?? null,
    references: idsIn(email.references).slice(-mostReferences),
    recipients: [...sent, ...to, ...cc].map(({ address }) => address),
    ...{ ...senderOf(email), to, cc, ...(await textOf(email, ours)) },
    date: email.date ? oneLine(email.date, 100) : null,
    subject: oneLine(email.subject ?? ''),
    headers: topmost(email),
    authentication: authenticationOf(email),
    hasHtml: Boolean(email.html),
    report: reportOf(email),
    calendarMethod: calendar?.method ?? null,
    calendarReply: calendar?.method === 'REPLY' ? readReply(bytesOf(calendar)) : null,
    contentSha256: hashOf(whole),
    attachments: email.attachments.map((part) => ({
      name: storable(part.filename ?? ''),
      mimeType: oneLine(part.mimeType, 200),
      size: bytesOf(part).length,
    })),
    contents: email.attachments.map(bytesOf),
  }
}

const mostHtmlBytes = 4 * 1024 * 1024
const mostPictureBytes = 2 * 1024 * 1024

/** The HTML of a mail with its own pictures inside; nothing is fetched. */
export async function htmlOf(raw: Uint8Array): Promise<string> {
  const { html = '', attachments } = await unwrapMail(await readMime(raw), raw)
  let left = mostPictureBytes
  const pictures = new Map<string, string>()
  for (const part of attachments) {
    const bytes = bytesOf(part)
    if (!part.contentId || !/^image\/(png|jpeg|gif)$/.test(part.mimeType) || bytes.length > left) {
      continue
    }
    left -= bytes.length
    const address = `data:${part.mimeType};base64,${Buffer.from(bytes).toString('base64')}`
    pictures.set(part.contentId.replace(/^<|>$/g, ''), address)
  }
  if (!html) return ''
  const { cleanHtml } = await import('./clean-html.ts')
  return `<!doctype html>${cleanHtml(cutText(storable(html), mostHtmlBytes), pictures)}`
}
