import { isOwnAddress } from '#server/mail-addresses.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import { isOfMailServer } from '#server/mime/reports.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Writer } from './find-writer.server.ts'

type Headers = ParsedMail['headers']

/** The first word of a header in lower case; empty if its value is "no", "none" or "false". */
function headerWord(headers: Headers, name: string): string {
  const [value = ''] = /^[^\s;(]+/.exec(headers[name]?.trim().toLowerCase() ?? '') ?? []
  return /^(no|none|false)$/.test(value) ? '' : value
}

const hasAny = (headers: Headers, ...names: string[]) =>
  names.some((name) => headerWord(headers, name) !== '')

/**
 * Whether the mail comes from a discussion list. Nobody can post to a newsletter (RFC 2369, 3.4).
 */
const isOfDiscussion = ({ headers }: ParsedMail) =>
  headerWord(headers, 'precedence') === 'list' ||
  hasAny(headers, 'mailing-list') ||
  /@|:\/\//.test(headers['list-post'] ?? '')

export function isNullSender({ headers }: ParsedMail, envelopeSender: string | null): boolean {
  if (envelopeSender !== null) return envelopeSender.replace(/[<>\s]/g, '') === ''
  return headers['return-path']?.replace(/\s/g, '') === '<>'
}

type Facts = {
  mail: ParsedMail
  writer: Pick<Writer, 'via'>
  envelopeSender: string | null
  /** The mail belongs to an existing conversation. */
  isInThread: boolean
}

/**
 * An answer refers to an earlier mail or comes from a discussion list; a newsletter does neither.
 */
const isAnswer = ({ mail, isInThread }: Facts) =>
  isInThread && (mail.inReplyTo !== null || mail.references.length > 0 || isOfDiscussion(mail))

type Sign = (facts: Facts, deps: Pick<Dependencies, 'config'>) => boolean

/**
 * Each sign shows that a program wrote a mail. `Precedence: list`, `List-Id`, `Mailing-list`,
 * `X-MS-Exchange-Inbox-Rules-Loop` and `X-Auto-Response-Suppress` are no signs: people's mail gets
 * them from a list, a group, a rule or Exchange.
 */
export const automaticSigns: Record<string, Sign> = {
  'Auto-Submitted (RFC 3834)': ({ mail }) => hasAny(mail.headers, 'auto-submitted'),
  'X-Autoreply, X-Autorespond': ({ mail }) => hasAny(mail.headers, 'x-autoreply', 'x-autorespond'),
  'Precedence: auto_reply or junk': ({ mail }) =>
    /^(auto_reply|junk)$/.test(headerWord(mail.headers, 'precedence')),
  'Precedence: bulk, unless a list hands on an answer': (facts) =>
    headerWord(facts.mail.headers, 'precedence') === 'bulk' &&
    !(isAnswer(facts) && hasAny(facts.mail.headers, 'list-id', 'list-post', 'mailing-list')),
  'List-Unsubscribe-Post (RFC 8058), unless in an answer': (facts) =>
    hasAny(facts.mail.headers, 'list-unsubscribe-post') && !isAnswer(facts),
  'List-Unsubscribe, unless of a discussion or in an answer': (facts) =>
    hasAny(facts.mail.headers, 'list-unsubscribe') &&
    !isOfDiscussion(facts.mail) &&
    !isAnswer(facts),
  'the null sender': ({ mail, envelopeSender }) => isNullSender(mail, envelopeSender),
  'From of a mail server': ({ mail }) => isOfMailServer(mail.from.address),
  'a report (RFC 6522)': ({ mail }) =>
    /^multipart\/report\b/.test(headerWord(mail.headers, 'content-type')),
  'an answer by a calendar': ({ mail }) => mail.calendarMethod === 'REPLY',
  'From of an address that we read, unless for another': ({ mail, writer }, { config }) =>
    !writer.via && isOwnAddress(config, mail.from.address),
}

/**
 * Whether a program wrote the mail. Such a mail opens no deadline, notifies nobody and is never
 * answered.
 */
export const isAutomatic = (deps: Pick<Dependencies, 'config'>, facts: Facts): boolean =>
  Object.values(automaticSigns).some((holds) => holds(facts, deps))
