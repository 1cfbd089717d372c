import { and, asc, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'
import { findLead } from '#features/inbox/request-status/status.server.ts'
import { byName } from '#server/database/by-name.ts'
import type { Database } from '#server/database/open.ts'
import { bookings, chatSessions, hosts, meetingTypeHosts, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { bookerToken } from '#server/mail/booker-link.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { limitSlots, offerSlots, readOpenType, readType } from '../availability/service.server.ts'
import { findBooker } from '../bookings/booker.server.ts'
import { hostShown, isTakingCalls, readHost } from '../types/booking.server.ts'
import { readOpenTypes } from '../types/open-types.server.ts'
import type { callOffers } from './contract.ts'
import { spreadTimes } from './spread-times.ts'

const daysSearched = 62
const shownOfChat = 3

const hostsOfType = (db: Database, meetingTypeId: string) =>
  db
    .select({ id: users.id, name: staffName(users) })
    .from(meetingTypeHosts)
    .innerJoin(hosts, eq(hosts.userId, meetingTypeHosts.userId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(eq(meetingTypeHosts.meetingTypeId, meetingTypeId), isTakingCalls))
    .orderBy(byName(staffName(users)), asc(users.id))

type Asked = ParsedInput<typeof callOffers.show>

/** The zone of the last call of the request or client. */
async function knownZone(
  db: Database,
  { inquiryId, clientId }: Asked,
): Promise<string | undefined> {
  const isTheirs = or(
    inquiryId ? eq(bookings.inquiryId, inquiryId) : undefined,
    clientId ? eq(bookings.clientId, clientId) : undefined,
  )
  if (!isTheirs) return undefined
  const [found] = await db
    .select({ zone: bookings.zone })
    .from(bookings)
    .where(and(isTheirs, isNotNull(bookings.zone)))
    .orderBy(desc(bookings.createdAt))
    .limit(1)
  return found?.zone ?? undefined
}

/** @throws Failure `not_found` */
async function tokenOfChat({ db, encryption }: SignedInContext, sessionId: string) {
  if ((await db.$count(chatSessions, eq(chatSessions.id, sessionId))) === 0) {
    throw new Failure('not_found', 'There’s no such chat.')
  }
  return bookerToken(encryption, { sessionId })
}

/**
 * The link to which the time is added. In a mail it has `{reader}`, which becomes who reads it when
 * the mail is sent, because no mail is stored with a token.
 */
async function linkFor(
  context: SignedInContext,
  type: string,
  { chatSessionId, hostId }: Asked,
): Promise<string> {
  const host = hostId ? `host=${hostId}&` : ''
  const who = chatSessionId ? `chat=${await tokenOfChat(context, chatSessionId)}` : '{reader}'
  return `${context.config.publicUrl}/book/${type}/offer?${host}${who}&`
}

const nobody = () => new Failure('conflict', 'Nobody takes calls yet.')

export const callOffersService: Service<typeof callOffers> = {
  async show(context, asked) {
    const { db } = context
    const { type: slug, hostId } = asked
    const type = slug ? await readType(context, slug) : await readOpenType(context)
    if (!type) throw nobody()
    const wanted = { zone: await knownZone(db, asked), from: undefined, days: daysSearched }
    const { days, zone } = await offerSlots(context, type, wanted, { hostId })
    const hour = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      hourCycle: 'h23',
    })
    const starts = days.map(({ slots }) => slots.map(({ start }) => start))
    return {
      type: type.slug,
      types: (await readOpenTypes(db)).map(({ slug, title }) => ({ slug, title })),
      hostId: hostId ?? null,
      hosts: await hostsOfType(db, type.id),
      zone,
      chosen: spreadTimes(starts, (start) => Number(hour.format(start))),
      link: await linkFor(context, type.slug, asked),
    }
  },

  async ofChat(context, { sessionId }) {
    const type = await readOpenType(context)
    const token = await tokenOfChat(context, sessionId)
    if (!type) throw nobody()
    const wanted = { zone: undefined, from: undefined, days: daysSearched }
    const { days } = await offerSlots(context, type, wanted)
    const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start))
    const url = `${context.config.publicUrl}/book/${type.slug}?chat=${token}`
    return { url, starts: starts.slice(0, shownOfChat) }
  },

  async offered(context, { type: slug, at, host: hostId, request, chat: token }) {
    await limitSlots(context)
    const { db, content } = context
    const type = await readType(context, slug)
    const lead = request ? await findLead(db, request) : undefined
    const booker = lead ? undefined : await findBooker(context, db, token)
    const from = new Date(at.getTime() - dayMs).toISOString().slice(0, 10)
    const wanted = { zone: 'UTC', from, days: 3 }
    const { days } = await offerSlots(context, type, wanted, { hostId })
    const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start.getTime()))
    const known = lead ?? booker
    const { title, minutes, locations } = type
    return {
      type: { slug: type.slug, title, minutes, locations },
      start: at,
      isFree: starts.includes(at.getTime()),
      host: hostId ? hostShown(context, await readHost(db, hostId)).name : null,
      known: {
        isPerson: Boolean(known?.name && known.email),
        isCompany: Boolean(known?.company),
      },
      zone: content.resolved().hours.timeZone,
    }
  },
}
