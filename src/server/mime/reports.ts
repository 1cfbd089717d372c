import { toAsciiDomain } from '#contract/email-address.ts'
import type { DeliveryStatus, MailReport } from './parsed-mail.ts'

const maxStatuses = 50

type Fields = Map<string, string>

/** Splits a text into groups of fields at empty lines (RFC 3464, 2.1) and unfolds its lines. */
function readGroups(text: string): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .slice(0, maxStatuses + 1)
    .map((group) => {
      const fields: Fields = new Map()
      for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
        const colon = line.indexOf(':')
        if (colon < 1) continue
        const name = line.slice(0, colon).trim().toLowerCase()
        if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}

/** Turns `rfc822; a@b.example` into `a@b.example`. */
const withoutType = (value = '') => value.slice(value.indexOf(';') + 1).trim()

function addressOf(value: string | undefined): string[] {
  const address = toAsciiDomain(withoutType(value).replace(/^<|>$/g, '')).toLowerCase()
  return address.includes('@') ? [address] : []
}

const statusIn = (text: string) =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(text)?.[0] ?? ''

function statusOf(fields: Fields): DeliveryStatus {
  // Some servers add words or a comment after the action.
  const [action] =
    /[a-z]+/.exec(
      fields
        .get('action')
        ?.toLowerCase()
        .replace(/\([^()]*\)/g, '') ?? '',
    ) ?? []
  const status = statusIn(fields.get('status') ?? '')
  return {
    action: action === 'failed' || action === 'delayed' ? action : 'other',
    recipients: [
      ...addressOf(fields.get('original-recipient')),
      ...addressOf(fields.get('final-recipient')),
    ],
    status,
    diagnostic: withoutType(fields.get('diagnostic-code')),
  }
}

function messageIdIn(headers: string): string | null {
  const unfolded = headers.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ')
  return /^message-id:\s*(<[^<>\s]{1,990}>)/im.exec(unfolded)?.[1] ?? null
}

/** @param returned the returned mail, or its headers. */
export function readDeliveryStatus(text: string, returned: string): MailReport {
  const [perMessage, ...perRecipient] = readGroups(text)
  // Some servers leave out the group about the message.
  const all = perMessage?.has('final-recipient') ? [perMessage, ...perRecipient] : perRecipient
  return {
    type: 'delivery-status',
    envelopeId: perMessage?.get('original-envelope-id') ?? null,
    returnedId: messageIdIn(returned),
    statuses: all.slice(0, maxStatuses).map(statusOf),
  }
}

/** Parses a complaint (RFC 5965). */
export function readFeedback(text: string, returned: string): MailReport {
  const [fields] = readGroups(text)
  return {
    type: 'feedback',
    envelopeId: fields?.get('original-envelope-id') ?? null,
    returnedId: messageIdIn(returned),
    statuses: [],
  }
}

export const isOfMailServer = (address: string) => /^(mailer-daemon|postmaster)@/i.test(address)

const maxOpeningCharacters = 1000
/** How many addresses of a notice are used. */
const maxNamed = 100
const maxNoticeCharacters = 64 * 1024
const delays = /has not (yet )?been delivered|be delivered for more than/i
/** Phrases of Exim and Postfix, qmail, Exchange and older Exchange, in this order. */
const failures =
  /could not be delivered|wasn.t able to deliver your message|delivery has failed to these recipients|did not reach some or all of the intended/i

/**
 * Parses a notice that a mail server wrote as plain text; null for any other text.
 *
 * @param failed the value of `X-Failed-Recipients`, which Exim adds.
 * @param returned the mail that is returned with the text, or its headers.
 */
export function readNotice(text: string, failed: string, returned: string): MailReport | null {
  const opening = text.slice(0, maxOpeningCharacters).replace(/\s+/g, ' ')
  const isDelayed = delays.test(opening)
  if (!isDelayed && !failures.test(opening) && !failed) return null
  const diagnostic = text.slice(0, maxNoticeCharacters)
  const named = (failed || diagnostic).match(/[^\s<>"(),;:]{1,64}@[^\s<>"(),;:]{1,255}/g) ?? []
  return {
    type: 'delivery-status',
    envelopeId: null,
    returnedId: messageIdIn(returned || diagnostic),
    statuses: [
      {
        action: isDelayed ? 'delayed' : 'failed',
        recipients: named.slice(0, maxNamed).flatMap(addressOf),
        status: statusIn(diagnostic),
        diagnostic,
      },
    ],
  }
}
