import { type Address, addressParser, type Email } from 'postal-mime'
import { isMailbox, toAsciiDomain } from '#contract/email-address.ts'
import { oneLine } from './one-line.ts'
import type { MailAddress, ParsedMail } from './parsed-mail.ts'
import { readAuthenticationResults } from './read-authentication-results.ts'

const maxAddresses = 100
const maxHeaders = 20
const maxNameCharacters = 200

/**
 * An unquoted comma splits a name, so a part without an address belongs to the name of the next
 * one.
 */
function joinNames(addresses: readonly Address[]): MailAddress[] {
  let before: string[] = []
  return addresses.flatMap(({ name, address = '' }) => {
    const names = [...before, name]
    before = address ? [] : names
    return address ? [{ name: names.filter(Boolean).join(', '), address }] : []
  })
}

export const readAddresses = (addresses: readonly Address[] = []): MailAddress[] =>
  joinNames(addresses.flatMap((one) => one.group ?? [one]))
    .slice(0, maxAddresses)
    .map(({ name, address }) => ({
      name: oneLine(name, maxNameCharacters),
      address: toAsciiDomain(oneLine(address, 320)),
    }))

/** The addresses in all headers with this name. */
export const addressesIn = (email: Email, name: string) =>
  email.headers
    .filter(({ key }) => key === name)
    .slice(0, maxHeaders)
    .flatMap(({ value }) => readAddresses(addressParser(value)))

/** The sender's one mailbox. If there is none, the text of From is shown as the name. */
export function readSender(email: Email): Pick<ParsedMail, 'from' | 'replyTo' | 'isSenderUnclear'> {
  const one = (name: string) => {
    const found = addressesIn(email, name)
    const [first] = found
    const isOne = found.every(
      ({ address }) => address.toLowerCase() === first?.address.toLowerCase(),
    )
    const isClear = !first || (isOne && isMailbox(first.address))
    return { mailbox: isClear ? first : undefined, isClear }
  }
  const from = one('from')
  const replyTo = one('reply-to')
  const written = email.headers.find(({ key }) => key === 'from')?.value ?? ''
  return {
    from: from.mailbox ?? { name: oneLine(written, maxNameCharacters), address: '' },
    replyTo: replyTo.mailbox ?? null,
    isSenderUnclear: !from.isClear || (!from.mailbox && written !== '') || !replyTo.isClear,
  }
}

const classifyingHeaders = new Set([
  'auto-submitted',
  'precedence',
  'x-autoreply',
  'x-autorespond',
  'return-path',
  'list-id',
  'list-post',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'mailing-list',
  'x-spam-flag',
  'x-spam-status',
  'content-type',
])

/** The topmost value of each classifying header. */
export function readClassifyingHeaders(email: Email): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { key, value } of email.headers) {
    if (classifyingHeaders.has(key)) found[key] ??= oneLine(value, 2000)
  }
  return found
}

/** Uses the raw headers, because in decoded ones a quoted text could look like a result. */
export const readAuthentication = ({ headerLines }: Email) =>
  headerLines
    .filter(({ key }) => key === 'authentication-results')
    .slice(0, maxHeaders)
    .map(({ line }) => readAuthenticationResults(line.slice(line.indexOf(':') + 1)))
