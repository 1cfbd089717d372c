import type { Database, Transaction } from '#server/database/open.ts'
import { requestUrl } from '#server/mail/request-link.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Booking, Call } from './booking.server.ts'
import { openToken } from './tokens.server.ts'

type Links = Pick<Dependencies, 'config' | 'encryption'>

/** Null for calls that are not joined through a link. */
export function joinUrl({ config, encryption }: Links, booking: Booking): string | null {
  const token = booking.contact === 'video' && openToken(encryption, booking, 'join')
  return token ? `${config.publicUrl}/join/${token}` : null
}

/** Where the visitor sees and changes the call. */
export function meetingLink({ config, encryption }: Links, booking: Booking) {
  const token = openToken(encryption, booking, 'token') ?? ''
  const { publicUrl } = config
  return {
    meetingToken: token,
    meetingUrl: `${publicUrl}/meetings/${token}`,
    icsUrl: `${publicUrl}/api/meetings/${token}/invite.ics`,
  }
}

/** Where another call of the same type is booked for the same request. */
export async function bookUrl(
  deps: Links,
  db: Database | Transaction,
  { type, lead }: Call,
): Promise<string> {
  const token = lead && (await requestUrl(deps, db, lead.id)).split('/').at(-1)
  return `${deps.config.publicUrl}/book/${type.slug}${token ? `?request=${token}` : ''}`
}
