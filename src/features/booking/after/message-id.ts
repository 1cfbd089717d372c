import type { CallMail } from '#contract/vocabulary.ts'

/** The parts of the Message-ID of a mail about a call. */
export type Named = { bookingId: string; kind: CallMail; sequence: number }

/** The Message-ID, the same for every attempt, so that mailboxes drop a second copy. */
export const messageIdOf = ({ bookingId, kind, sequence }: Named, host: string) =>
  `<booking.${bookingId}.${kind}.${sequence}@${host}>`

const form = /^<booking\.([\da-f-]{36})\.([a-z-]+)\.(\d{1,9})@/

/** Undefined for mails that are not about a call. */
export function readMessageId(messageId: string): Named | undefined {
  const [, bookingId, kind, sequence] = form.exec(messageId) ?? []
  if (!bookingId || !kind) return undefined
  return { bookingId, kind: kind as CallMail, sequence: Number(sequence) }
}
