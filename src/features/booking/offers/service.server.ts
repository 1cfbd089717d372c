import { and, asc, desc, eq, exists, isNotNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'
import { findLead } from '#features/inbox/request-status/status.server.ts'
import { byName } from '#server/database/by-name.ts'
import type { Database } from '#server/database/open.ts'
import {
  bookings,
  chatSessions,
  hosts,
  meetingTypeHosts,
  meetingTypes,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { limitSlots, offerSlots, readOpenType, readType } from '../availability/service.server.ts'
import { chatToken, readChat } from '../bookings/chat-token.server.ts'
import type { callOffers } from './contract.ts'
import { spreadTimes } from './spread-times.ts'

const daysSearched = 62
const shownOfChat = 3

const isTaking = and(eq(hosts.active, true), eq(users.active, true))

const hostsOfType = (db: Database, meetingTypeId: string) =>
  db
    .select({ id: users.id, name: staffName(users) })
    .from(meetingTypeHosts)
    .innerJoin(hosts, eq(hosts.userId, meetingTypeHosts.userId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(eq(meetingTypeHosts.meetingTypeId, meetingTypeId), isTaking))
    .orderBy(byName(staffName(users)), asc(users.id))

/** Meeting types that somebody takes. */
const openTypes = (db: Database) => {
  const taken = db
    .select({ one: sql`1` })
    .from(meetingTypeHosts)
    .innerJoin(hosts, eq(hosts.userId, meetingTypeHosts.userId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(eq(meetingTypeHosts.meetingTypeId, meetingTypes.id), isTaking))
  return db
    .select({ slug: meetingTypes.slug, title: meetingTypes.title })
    .from(meetingTypes)
    .where(and(eq(meetingTypes.active, true), exists(taken)))
    .orderBy(asc(meetingTypes.position), asc(meetingTypes.id))
}

type Person = { inquiryId?: string | undefined; chatSessionId?: string | undefined }

/** The zone of the last call that the person booked. */
async function knownZone(db: Database, inquiryId: string | undefined): Promise<string | undefined> {
  if (!inquiryId) return undefined
  const [found] = await db
    .select({ zone: bookings.zone })
    .from(bookings)
    .where(and(eq(bookings.inquiryId, inquiryId), isNotNull(bookings.zone)))
    .orderBy(desc(bookings.createdAt))
    .limit(1)
  return found?.zone ?? undefined
}

/** @throws Failure `not_found` */
async function tokenOfChat({ db, encryption }: SignedInContext, sessionId: string) {
  if ((await db.$count(chatSessions, eq(chatSessions.id, sessionId))) === 0) {
    throw new Failure('not_found', 'There’s no such chat.')
  }
  return chatToken(encryption, sessionId)
}

/**
 * The link that an offered time is added to. That of a request begins with `{link}`, which becomes
 * its address when the mail is sent, because no mail is stored with a token.
 */
async function linkFor(
  context: SignedInContext,
  type: string,
  { chatSessionId, inquiryId, hostId }: Person & { hostId: string | undefined },
): Promise<string> {
  const host = hostId && `host=${hostId}&`
  if (inquiryId) return `{link}/call?type=${type}&${host ?? ''}`
  const chat = chatSessionId && `chat=${await tokenOfChat(context, chatSessionId)}&`
  return `${context.config.publicUrl}/book/${type}/offer?${chat ?? ''}${host ?? ''}`
}

const nobody = () => new Failure('conflict', 'Nobody takes calls yet.')

export const callOffersService: Service<typeof callOffers> = {
  async show(context, { type: slug, hostId, inquiryId, chatSessionId }) {
    const { db } = context
    const type = slug ? await readType(context, slug) : await readOpenType(context)
    if (!type) throw nobody()
    const wanted = { zone: await knownZone(db, inquiryId), from: undefined, days: daysSearched }
    const { days, zone } = await offerSlots(context, type, wanted, { hostId })
    const hour = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      hourCycle: 'h23',
    })
    const starts = days.map(({ slots }) => slots.map(({ start }) => start))
    return {
      type: type.slug,
      types: await openTypes(db),
      hostId: hostId ?? null,
      hosts: await hostsOfType(db, type.id),
      zone,
      chosen: spreadTimes(starts, (start) => Number(hour.format(start))),
      link: await linkFor(context, type.slug, { inquiryId, chatSessionId, hostId }),
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

  async offered(context, { type: slug, at, request, chat: token }) {
    await limitSlots(context)
    const { db, content } = context
    const type = await readType(context, slug)
    const lead = request ? await findLead(db, request) : undefined
    const chat = lead ? undefined : await readChat(context, db, token)
    const from = new Date(at.getTime() - dayMs).toISOString().slice(0, 10)
    const { days } = await offerSlots(context, type, { zone: 'UTC', from, days: 3 })
    const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start.getTime()))
    const known = lead ?? chat
    const { title, minutes, locations } = type
    return {
      type: { slug: type.slug, title, minutes, locations },
      start: at,
      isFree: starts.includes(at.getTime()),
      known: {
        isPerson: Boolean(known?.name && known.email),
        isCompany: Boolean(known?.company),
      },
      zone: content.resolved().hours.timeZone,
    }
  },
}
