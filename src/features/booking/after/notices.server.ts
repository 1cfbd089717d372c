import type { NotificationEvent } from '#contract/vocabulary.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import type { Dependencies } from '#server/service/context.ts'
import { type Call, callPath } from '../types/booking.server.ts'
import { briefly, shortly } from './call-times.ts'
import { recordOnce } from './queue-booking-mail.server.ts'

type Event = Extract<NotificationEvent, `booking.${string}`>
type Deps = Pick<Dependencies, 'config' | 'content'>

const titles = {
  'booking.created': (time) => `Call booked: ${time}`,
  'booking.moved': (time) => `Call moved to ${time}`,
  'booking.cancelled': (time) => `Call cancelled: ${time}`,
  'booking.unconfirmed': (time) => `Not confirmed yet: call on ${time}`,
  'booking.soon': () => 'Call in 15 minutes',
  'booking.outcome': () => 'Did the call happen?',
  'booking.invitation_bounced': (time) => `Invitation came back: call on ${time}`,
} satisfies Partial<Record<Event, (time: string) => string>>

/** What a visitor did, in words. */
const acts: Partial<Record<Event, (time: string) => string>> = {
  'booking.created': (time) => `booked ${time}`,
  'booking.moved': (time) => `moved the call to ${time}`,
  'booking.cancelled': (time) => `canceled the call on ${time}`,
}

type Telling = {
  /** The recipient; defaults to the present host. */
  host?: Call['host']
  /** The id of the user who caused the event. */
  by?: string | undefined
  /** Notifies owners as well. */
  owners?: boolean
  /** Replaces the usual title; `time` is the call's, in the host's zone. */
  title?: (time: string) => string
}

/**
 * Notifies a host once per state of the call. A newer notice replaces the older one of the same
 * call.
 *
 * @returns whether the notice is new.
 */
export async function notifyHost(
  deps: Deps,
  tx: Transaction,
  call: Call,
  event: keyof typeof titles,
  { host = call.host, by, owners = false, title }: Telling = {},
): Promise<boolean> {
  const { booking, lead } = call
  if (!(await recordOnce(tx, call, 'host', event))) return false
  const zone = host.zone ?? deps.content.resolved().hours.timeZone
  const isByVisitor = !by && !title && booking.cancelledBy !== 'system'
  await notify(deps, tx, {
    event,
    eventKey: `${event} ${booking.id} ${booking.sequence}`,
    ...(lead && { subject: { inquiryId: lead.id }, name: booking.name }),
    tag: `booking:${booking.id}`,
    title: (title ?? titles[event])(briefly(zone, booking.startsAt)),
    act: isByVisitor ? acts[event]?.(shortly(zone, booking.startsAt)) : undefined,
    url: callPath(booking.id),
    to: { users: [host.id], owners },
    except: by ?? null,
  })
  return true
}
