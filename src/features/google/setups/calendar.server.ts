import type { calendar_v3 } from '@googleapis/calendar'
import { brand } from '../../../brand.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import { openCalendar } from './interfaces.server.ts'
import { isSameAddress, keepShare } from './sharing.server.ts'
import { ifThere, type Made, type Work } from './step.server.ts'

export const calendarNameFor = (clientName: string) => `${clientName}${brand.suffixes.calendar}`

/** Calendars have no metadata fields, so the mark goes into the description. */
const markOf = (clientId: string) => `[client:${clientId}]`

async function findMarked({ session, client }: Work): Promise<string | undefined> {
  const api = await openCalendar(session)
  let pageToken: string | undefined
  do {
    const page: calendar_v3.Schema$CalendarList = await session.ask(
      () =>
        api.calendarList.list({
          maxResults: 250,
          showHidden: true,
          minAccessRole: 'owner',
          fields: 'nextPageToken,items(id,description)',
          ...(pageToken && { pageToken }),
        }),
      'repeatable',
    )
    const found = page.items?.find((item) => item.description?.includes(markOf(client.id)))
    if (found?.id) return found.id
    pageToken = page.nextPageToken ?? undefined
  } while (pageToken)
  return undefined
}

async function make({ session, client }: Work): Promise<string> {
  const api = await openCalendar(session)
  const { id } = await session.ask<calendar_v3.Schema$Calendar>(
    () =>
      api.calendars.insert({
        fields: 'id',
        requestBody: {
          summary: calendarNameFor(client.name),
          description: `Consultations and milestones. ${markOf(client.id)}`,
          timeZone: brand.hours.zone,
        },
      }),
    'once',
  )
  if (!id) throw new Error('Calendar named no id')
  return id
}

const calendarUrl = (id: string) =>
  `https://calendar.google.com/calendar/embed?src=${encodeURIComponent(id)}`

export async function setUpCalendar(work: Work): Promise<Made> {
  const { session, setup, share, save } = work
  const api = await openCalendar(session)
  const kept = setup.resourceId ?? undefined
  const isThere =
    kept &&
    (await ifThere(
      session.ask(() => api.calendars.get({ calendarId: kept, fields: 'id' }), 'repeatable'),
    ))
  const id = isThere ? kept : ((await findMarked(work)) ?? (await make(work)))
  const url = calendarUrl(id)
  await save({ state: 'created', step: 'calendar', resourceId: id, url })
  const rules = share ? await rulesOf(session, id) : []
  const shared = await keepShare(work, {
    has: (email) => rules.some(({ scope }) => isSameAddress(scope?.value, email)),
    give: (value) =>
      session.ask(
        () =>
          api.acl.insert({
            calendarId: id,
            sendNotifications: true,
            requestBody: { role: 'reader', scope: { type: 'user', value } },
          }),
        'once',
      ),
    take: (email) => unshareCalendar(session, id, email),
  })
  return { resourceId: id, url, ...shared }
}

async function rulesOf(session: GoogleSession, calendarId: string) {
  const api = await openCalendar(session)
  const { items = [] } = await session.ask<calendar_v3.Schema$Acl>(
    () => api.acl.list({ calendarId }),
    'repeatable',
  )
  return items
}

export async function unshareCalendar(
  session: GoogleSession,
  calendarId: string,
  email: string,
): Promise<void> {
  const api = await openCalendar(session)
  const rules = (await ifThere(rulesOf(session, calendarId))) ?? []
  for (const { id: ruleId, scope } of rules) {
    if (!ruleId || !isSameAddress(scope?.value, email)) continue
    await ifThere(session.ask(() => api.acl.delete({ calendarId, ruleId }), 'repeatable'))
  }
}

export async function isCalendarThere(session: GoogleSession, calendarId: string) {
  const api = await openCalendar(session)
  return Boolean(
    await ifThere(session.ask(() => api.calendars.get({ calendarId, fields: 'id' }), 'repeatable')),
  )
}

export async function removeCalendar(session: GoogleSession, calendarId: string): Promise<void> {
  const api = await openCalendar(session)
  await ifThere(session.ask(() => api.calendars.delete({ calendarId }), 'repeatable'))
}
