import type { GoogleSession } from '../connection/session.server.ts'
import {
  type Access,
  ifThere,
  type Made,
  type Service,
  updateAccess,
  type Work,
} from './step.server.ts'

const nameFor = (clientName: string) => `${clientName} Consultations`

/** Calendars have no metadata fields, so the description identifies the client. */
const tagOf = (clientId: string) => `[client:${clientId}]`

/** @param mark text in the description of the calendar. */
export async function findCalendar(
  session: GoogleSession,
  mark: string,
): Promise<string | undefined> {
  let pageToken: string | null | undefined
  do {
    const page = await session.ask('calendar', (api) =>
      api.calendarList.list({
        maxResults: 250,
        showHidden: true,
        minAccessRole: 'owner',
        fields: 'nextPageToken,items(id,description)',
        ...(pageToken && { pageToken }),
      }),
    )
    const found = page.items?.find((item) => item.description?.includes(mark))
    if (found?.id) return found.id
    pageToken = page.nextPageToken
  } while (pageToken)
  return undefined
}

async function make({ session, client, settings }: Work): Promise<string> {
  const requestBody = {
    summary: nameFor(client.name),
    description: `Consultations and milestones. ${tagOf(client.id)}`,
    timeZone: settings.hours.timeZone,
  }
  const { id } = await session.askOnce('calendar', (api) =>
    api.calendars.insert({ fields: 'id', requestBody }),
  )
  if (!id) throw new Error('Calendar returned no id')
  return id
}

async function isThere(session: GoogleSession, calendarId: string) {
  const asked = session.ask('calendar', (api) => api.calendars.get({ calendarId, fields: 'id' }))
  return Boolean(await ifThere(asked))
}

const access = (session: GoogleSession, calendarId: string): Access => ({
  async list() {
    const { items = [] } = await session.ask('calendar', (api) => api.acl.list({ calendarId }))
    return items.map(({ id, scope }) => ({ id, email: scope?.value }))
  },
  give(value) {
    const requestBody = { role: 'reader', scope: { type: 'user', value } }
    return session.askOnce('calendar', (api) =>
      api.acl.insert({ calendarId, sendNotifications: true, requestBody }),
    )
  },
  remove: (ruleId) => session.ask('calendar', (api) => api.acl.delete({ calendarId, ruleId })),
})

export async function setUpCalendar(work: Work): Promise<Made> {
  const { session, client, setup, save } = work
  const before = setup.resourceId
  const isUsable = before && (await isThere(session, before))
  const id = isUsable
    ? before
    : ((await findCalendar(session, tagOf(client.id))) ?? (await make(work)))
  const url = `https://calendar.google.com/calendar/embed?src=${encodeURIComponent(id)}`
  await save({ state: 'created', step: 'calendar', resourceId: id, url })
  return { resourceId: id, url, ...(await updateAccess(work, access(session, id))) }
}

export const calendar: Service = {
  plan: ({ name, email }) => ({
    creates: [`Calendar “${nameFor(name)}”`],
    shares: [{ with: email, what: 'the calendar', role: 'may read' }],
  }),
  gone: 'The calendar was deleted at Google. Set it up again to repair it.',
  isThere,
  access,
  async remove(session, { resourceId: calendarId }) {
    if (!calendarId) return
    await ifThere(session.ask('calendar', (api) => api.calendars.delete({ calendarId })))
  },
}
