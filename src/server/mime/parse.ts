/** Only the process for mails imports this module, because it reads what anybody may have sent. */

import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import { cutText } from '#contract/cut-text.ts'
import { readReply } from './calendar-reply.ts'
import { oneLine, storable } from './one-line.ts'
import type { MailReport, ParsedMail } from './parsed-mail.ts'
import {
  addressesIn,
  readAddresses,
  readAuthentication,
  readClassifyingHeaders,
  readSender,
} from './read-sender.ts'
import { isOfMailServer, readDeliveryStatus, readFeedback, readNotice } from './reports.ts'
import { type Ours, splitReply } from './split-reply.ts'
import { bytesOf, readMime, unwrapMail } from './unwrap-mail.ts'

const maxTextBytes = 1024 * 1024
const maxReferences = 50

const idsIn = (value = '') => value.match(/<[^<>\s]{1,990}>/g) ?? []

/** Keeps cells side by side and rows below each other; otherwise two numbers would read as one. */
const tables = [
  ...['td', 'th'].map((selector) => ({
    selector,
    format: 'inlineSurround',
    options: { suffix: ' ' },
  })),
  { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
]

async function textOfHtml(html: string): Promise<string> {
  // Importing this takes half of the start-up time, which a mail with a plain part can do without.
  const { convert } = await import('html-to-text')
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 4 * maxTextBytes, maxDepth: 200, maxChildNodes: 20_000 },
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
  const whole = cutText(storable(written.replace(/\r\n?/g, '\n')), maxTextBytes, 'bytes')
  return splitReply(whole, { ours, subject })
}

const maxReportBytes = 64 * 1024

/** @param text the whole text, which some mail servers write instead of a report. */
function reportOf(email: Email, from: string, text: string): MailReport | null {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? ''
  const failed = header('x-failed-recipients')
  const isNotice = failed !== '' || isOfMailServer(from)
  if (!isNotice && !/^\s*multipart\/report\b/i.test(header('content-type'))) return null
  const textOfPart = (pattern: RegExp) => {
    const part = email.attachments.find(({ mimeType }) => pattern.test(mimeType))
    return part && storable(Buffer.from(bytesOf(part).subarray(0, maxReportBytes)).toString())
  }
  const returned = textOfPart(/^(message\/(rfc822|global)|text\/rfc822-headers)/) ?? ''
  const status = textOfPart(/^message\/(global-)?delivery-status$/)
  if (status !== undefined) return readDeliveryStatus(status, returned)
  const feedback = textOfPart(/^message\/feedback-report$/)
  if (feedback !== undefined) return readFeedback(feedback, returned)
  return isNotice ? readNotice(text, failed, returned) : null
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

/**
 * `contents` are those of the attachments.
 * @throws Error when a limit is exceeded.
 */
export async function parse(raw: Uint8Array, ours = nobody): Promise<MailInMemory> {
  const whole = await readMime(raw)
  const email = await unwrapMail(whole, raw)
  const to = readAddresses(email.to)
  const cc = readAddresses(email.cc)
  const calendar = email.attachments.find(({ method }) => method)
  const sender = readSender(email)
  const { text, quotedText } = await textOf(email, ours)
  const sent = ['delivered-to', 'x-original-to'].flatMap((name) => addressesIn(email, name))
  return {
    messageId: idsIn(email.messageId)[0] ?? null,
    inReplyTo: idsIn(email.inReplyTo)[0] ?? null,
    references: idsIn(email.references).slice(-maxReferences),
    recipients: [...sent, ...to, ...cc].map(({ address }) => address),
    ...sender,
    to,
    cc,
    text,
    quotedText,
    date: email.date ? oneLine(email.date, 100) : null,
    subject: oneLine(email.subject ?? ''),
    headers: readClassifyingHeaders(email),
    authentication: readAuthentication(email),
    hasHtml: Boolean(email.html),
    report: reportOf(email, sender.from.address, `${text}\n${quotedText ?? ''}`),
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

const maxHtmlBytes = 4 * 1024 * 1024
const maxPictureBytes = 2 * 1024 * 1024

/** The HTML of a mail with its own pictures embedded. Nothing is fetched. */
export async function htmlOf(raw: Uint8Array): Promise<string> {
  const { html = '', attachments } = await unwrapMail(await readMime(raw), raw)
  let left = maxPictureBytes
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
  return `<!doctype html>${cleanHtml(cutText(storable(html), maxHtmlBytes), pictures)}`
}
