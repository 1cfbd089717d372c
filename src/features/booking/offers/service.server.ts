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
  inquiries,
  meetingTypeHosts,
  meetingTypes,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { requestUrl } from '#server/mail/request-link.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { limitSlots, offerSlots, readOpenType, readType } from '../availability/service.server.ts'
import { chatToken, readChat } from '../bookings/chat-token.server.ts'
import type { callOffers } from './contract.ts'
import { spreadTimes } from './spread-times.ts'

const daysSearched = 62
const daysShown = 30
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

type Person = {
  inquiryId?: string | undefined
  chatSessionId?: string | undefined
  clientId?: string | undefined
}

/** The request that an offer to a client is about. */
async function newestRequest(db: Database, clientId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.quarantined, false)))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(1)
  return found?.id
}

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

/** The parameters that bind a link to a person; a client without a request has none. */
async function bind(
  context: SignedInContext,
  { chatSessionId, ...person }: Person,
): Promise<{ query: Record<string, string>; inquiryId: string | undefined }> {
  const { db, encryption } = context
  if (chatSessionId) {
    if ((await db.$count(chatSessions, eq(chatSessions.id, chatSessionId))) === 0) {
      throw new Failure('not_found', 'There’s no such chat.')
    }
    return { query: { chat: chatToken(encryption, chatSessionId) }, inquiryId: undefined }
  }
  const inquiryId =
    person.inquiryId ?? (person.clientId && (await newestRequest(db, person.clientId)))
  if (!inquiryId) return { query: {}, inquiryId: undefined }
  if ((await db.$count(inquiries, eq(inquiries.id, inquiryId))) === 0) {
    throw new Failure('not_found', 'There’s no such request.')
  }
  const token = (await requestUrl(context, db, inquiryId)).split('/').at(-1) ?? ''
  return { query: { request: token }, inquiryId }
}

const nobody = () => new Failure('conflict', 'Nobody takes calls yet.')

export const callOffersService: Service<typeof callOffers> = {
  async show(context, { type: slug, hostId, ...person }) {
    const { db, config } = context
    const type = slug ? await readType(context, slug) : await readOpenType(context)
    if (!type) throw nobody()
    const { query, inquiryId } = await bind(context, person)
    const wanted = { zone: await knownZone(db, inquiryId), from: undefined, days: daysSearched }
    const { days: all, zone } = await offerSlots(context, type, wanted, { hostId })
    const days = all.slice(0, daysShown)
    const hour = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      hourCycle: 'h23',
    })
    const starts = days.map(({ slots }) => slots.map(({ start }) => start))
    const parameters = new URLSearchParams({ ...query, ...(hostId && { host: hostId }) })
    return {
      type: type.slug,
      types: await openTypes(db),
      hostId: hostId ?? null,
      hosts: await hostsOfType(db, type.id),
      zone,
      days,
      chosen: spreadTimes(starts, (start) => Number(hour.format(start))),
      link: `${config.publicUrl}/book/${type.slug}/offer?${parameters}`,
    }
  },

  async ofChat(context, { sessionId }) {
    const type = await readOpenType(context)
    const { query } = await bind(context, { chatSessionId: sessionId })
    if (!type) throw nobody()
    const wanted = { zone: undefined, from: undefined, days: daysSearched }
    const { days } = await offerSlots(context, type, wanted)
    const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start))
    const url = `${context.config.publicUrl}/book/${type.slug}?${new URLSearchParams(query)}`
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
