import type { CallMail } from '#contract/vocabulary.ts'

/** What names a mail about a call. */
export type Named = { bookingId: string; kind: CallMail; sequence: number }

/** Message-ID, the same for every attempt, so that a mailbox drops the second copy. */
export const messageIdOf = ({ bookingId, kind, sequence }: Named, host: string) =>
  `<booking.${bookingId}.${kind}.${sequence}@${host}>`

const form = /^<booking\.([\da-f-]{36})\.([a-z-]+)\.(\d{1,9})@/

/** Undefined for other mails. */
export function readMessageId(messageId: string): Named | undefined {
  const [, bookingId, kind, sequence] = form.exec(messageId) ?? []
  if (!bookingId || !kind) return undefined
  return { bookingId, kind: kind as CallMail, sequence: Number(sequence) }
}
