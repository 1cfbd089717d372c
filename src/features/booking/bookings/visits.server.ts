import { and, eq, sql } from 'drizzle-orm'
import { bookings, hosts } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Context, Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { hostShown, readCall, stateShown } from '../types/booking.server.ts'
import { meetingLink } from '../types/links.server.ts'
import { readOpenTypes } from '../types/open-types.server.ts'
import { findBooker } from './booker.server.ts'
import type { visits } from './contract.ts'
import { isKnownHold, maxExtensions } from './create-hold.server.ts'
import { tooMany } from './refusals.ts'
import { isShown } from './visitors-call.server.ts'

/** The limit per address for reads with a token. */
const budget: Budget = { name: 'visits', points: 60, seconds: 60 }

const limitRate = ({ limits, requester }: Context) =>
  takeOrRefuse(limits, budget, addressKey(requester.address), tooMany)

export const visitsService: Service<typeof visits> = {
  async openTypes({ db }) {
    const types = await readOpenTypes(db)
    return {
      meetingTypes: types.map(({ slug, title, updatedAt }) => ({
        slug,
        title,
        changedAt: updatedAt,
      })),
    }
  },

  async hold(context, { token, chat: chatToken }) {
    await limitRate(context)
    const hash = hashOfToken(token)
    const isIt = sql`${bookings.holdHash} = ${hash}
      and (${bookings.state} not in ('held', 'expired') or ${isKnownHold})`
    const found = hash && (await readCall(context.db, isIt))
    if (!found) throw nothingHere()
    const { booking, type, host } = found
    const booker = await findBooker(context, context.db, chatToken)
    const isOpen = booking.state === 'held' || booking.state === 'expired'
    const { slug, title, minutes, locations } = type
    return {
      type: { slug, title, minutes, locations },
      start: booking.startsAt,
      end: booking.endsAt,
      expiresAt: booking.holdExpiresAt ?? booking.startsAt,
      mayExtend: booking.state === 'held' && booking.holdExtended < maxExtensions,
      isTaken: booking.state === 'expired',
      host: hostShown(context, host),
      known: {
        isPerson: Boolean(booker?.name && booker.email),
        isCompany: Boolean(booker?.company),
      },
      meetingUrl: isOpen ? null : meetingLink(context, booking).meetingUrl,
    }
  },

  async join(context, { token }) {
    await limitRate(context)
    const hash = hashOfToken(token)
    const found = hash && (await readCall(context.db, and(eq(bookings.joinHash, hash), isShown)))
    if (!found) throw nothingHere()
    const { booking, type, host } = found
    const state = stateShown(booking)
    const own = await context.db
      .select({ url: hosts.meetingLink })
      .from(hosts)
      .where(eq(hosts.userId, booking.hostId))
    return {
      url: state === 'booked' ? (booking.link ?? booking.meetUrl ?? own[0]?.url ?? null) : null,
      state,
      start: booking.startsAt,
      end: booking.endsAt,
      zone: booking.zone ?? 'UTC',
      title: type.title,
      host: hostShown(context, host),
    }
  },
}
