import { isOwnAddress } from '#server/mail-addresses.ts'
import type { MailAddress, ParsedMail } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

/** `via` is the From address if replies go to another address; otherwise it is empty. */
export type Writer = MailAddress & { via: string }

/**
 * Whom to answer: the Reply-To address, where forms and other mailboxes put the person. It is
 * ignored if it equals the sender, a recipient, the mailing list or one of our own addresses.
 */
export function findWriter(
  { config }: Pick<Dependencies, 'config'>,
  { from, replyTo, recipients, headers }: ParsedMail,
  envelopeRecipient: string | null,
): Writer {
  const [, list = ''] = /<mailto:([^>?]*)/i.exec(headers['list-post'] ?? '') ?? []
  const others = [from.address, list, envelopeRecipient, ...recipients]
  const isKnown = (address: string) =>
    others.some((one) => one?.toLowerCase() === address.toLowerCase()) ||
    isOwnAddress(config, address)
  if (!replyTo || !from.address || isKnown(replyTo.address)) return { ...from, via: '' }
  return { ...replyTo, via: from.address }
}
