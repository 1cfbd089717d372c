import { createHash } from 'node:crypto'
import { isAddress, toAsciiDomain } from '#contract/email-address.ts'

/** The reserved domains of RFC 2606, except for `test`, which is allowed. */
const reserved = /(^|\.)(example|invalid|localhost|example\.(com|net|org))$/

/** Reserved domains (RFC 2606) receive no mail. */
export function isReserved(address: string): boolean {
  return reserved.test(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The key of an address in `mail_suppressions`. */
export function addressHash(address: string): Buffer {
  return sha256(address.toLowerCase())
}

/** The mailbox behind an address: lower-cased, without `+tag`. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')
}

export function mailboxHash(address: string): Buffer {
  return sha256(mailboxOf(address))
}

/** The parts of the configuration that name addresses whose mail we read. */
type Own = {
  mail?: { from: { address: string }; replyTo?: string | undefined } | undefined
  intake?: { imap?: { user: string } | undefined } | undefined
}

/** Whether we read the mail of this address: `MAIL_FROM`, `MAIL_REPLY_TO` or that of `IMAP_URL`. */
export function isOwnAddress({ mail, intake }: Own, address: string): boolean {
  const own = [mail?.from.address, mail?.replyTo, intake?.imap?.user]
  return own.some((one) => one !== undefined && mailboxOf(one) === mailboxOf(address))
}

/** @returns the parts of `Name <a@b.example>` or `a@b.example`; undefined for any other text. */
export function parseMailbox(text: string): { name: string; address: string } | undefined {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*$/.exec(text)
  const address = toAsciiDomain((named?.[2] ?? text).trim())
  // A host of an intranet may have no dot, so a domain is added before the check.
  if (!isAddress(`${address}.x`)) return undefined
  return { name: named?.[1]?.trim() ?? '', address }
}
