import { isOwnAddress } from '#server/mail-addresses.ts'
import type { MailAddress, ParsedMail } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

/** `via` is the address in From where another one is to be answered, else empty. */
export type Writer = MailAddress & { via: string }

/**
 * Who is answered: Reply-To, as a form or another mailbox names the person there. One that leads to
 * From, to whom it was sent, to the list it came through or to us names nobody else.
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
