import type { Dependencies } from '#server/service/context.ts'
import type { Booking } from './booking.server.ts'
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
