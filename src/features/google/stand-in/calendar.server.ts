import {
  type Answer,
  type Json,
  newId,
  notFound,
  ok,
  type Request,
  refusal,
} from './answers.server.ts'

type Moment = { dateTime?: string; date?: string }

type FakeEvent = {
  id: string
  /** Deleted events stay `cancelled`, because an id cannot be reused. */
  status: 'confirmed' | 'cancelled'
  summary?: string
  description?: string
  start: Moment
  end: Moment
  attendees?: { email: string }[]
  conferenceData?: Json
  hangoutLink?: string
}

type FakeCalendar = {
  id: string
  summary: string
  description: string
  acl: Json[]
  events: Map<string, FakeEvent>
}

export type Calendars = {
  calendars: Map<string, FakeCalendar>
  /**
   * Busy times by address. Other addresses of the organization are free, and strangers are not
   * shared.
   */
  busy: Map<string, { start: string; end: string }[]>
  /** The outcome of a requested Meet conference. */
  meet: 'success' | 'pending' | 'failure'
}

type Handler = (workspace: Calendars, request: Request) => Answer

const at = ({ dateTime, date }: Moment) => Date.parse(dateTime ?? date ?? '')

/** Google requires base32hex. */
const isEventId = (id: string) => /^[0-9a-v]{5,1024}$/.test(id)

type Asked = { requestId: string; conferenceSolutionKey?: { type?: string } }

/** Depending on `meet`, the conference exists at once, later or never. */
function conference({ meet }: Calendars, event: FakeEvent, { requestId }: Asked): void {
  const createRequest = { requestId, status: { statusCode: meet } }
  event.conferenceData = { createRequest }
  if (meet !== 'success') return
  const uri = 'https://meet.google.com/abc-defg-hij'
  event.conferenceData = { createRequest, entryPoints: [{ entryPointType: 'video', uri }] }
  event.hangoutLink = uri
}

function apply(workspace: Calendars, event: FakeEvent, body: Json, query: URLSearchParams): void {
  const { conferenceData, ...rest } = body
  Object.assign(event, rest)
  const asked = (conferenceData as { createRequest?: Asked } | undefined)?.createRequest
  // Without this version, Google ignores the conference data of a request.
  if (asked && query.get('conferenceDataVersion') === '1' && !event.conferenceData) {
    conference(workspace, event, asked)
  }
}

function read(workspace: Calendars, event: FakeEvent): FakeEvent {
  const made = event.conferenceData?.createRequest as { status?: Json } & Asked
  if (made?.status?.statusCode === 'pending') conference(workspace, event, made)
  return event
}

const pageSize = 2

const events: Record<string, Handler> = {
  'calendar.events.insert': (workspace, { ids, query, body }) => {
    const found = workspace.calendars.get(ids.calendarId ?? '')
    if (!found) return notFound
    const id = String(body.id ?? newId('e'))
    if (!isEventId(id)) return refusal(400, 'invalid')
    if (found.events.has(id)) return refusal(409, 'duplicate')
    const event = { id, status: 'confirmed', start: {}, end: {} } as FakeEvent
    apply(workspace, event, body, query)
    if (!(at(event.start) < at(event.end))) return refusal(400, 'timeRangeEmpty')
    found.events.set(id, event)
    return ok(event)
  },

  'calendar.events.get': (workspace, { ids }) => {
    const event = workspace.calendars.get(ids.calendarId ?? '')?.events.get(ids.eventId ?? '')
    return event ? ok(read(workspace, event)) : notFound
  },

  'calendar.events.patch': (workspace, { ids, query, body }) => {
    const event = workspace.calendars.get(ids.calendarId ?? '')?.events.get(ids.eventId ?? '')
    if (!event) return notFound
    apply(workspace, event, body, query)
    return ok(event)
  },

  'calendar.events.delete': ({ calendars }, { ids }) => {
    const event = calendars.get(ids.calendarId ?? '')?.events.get(ids.eventId ?? '')
    if (!event) return notFound
    if (event.status === 'cancelled') return refusal(410, 'deleted')
    event.status = 'cancelled'
    return { status: 204 }
  },

  'calendar.events.list': ({ calendars }, { ids, query }) => {
    const found = calendars.get(ids.calendarId ?? '')
    if (!found) return notFound
    const since = Date.parse(query.get('timeMin') ?? '') || 0
    const items = [...found.events.values()].filter(
      ({ status, end }) =>
        at(end) > since && (status === 'confirmed' || query.get('showDeleted') === 'true'),
    )
    const first = Number(query.get('pageToken') ?? 0)
    const next = first + pageSize
    return ok({
      items: items.slice(first, next),
      ...(next < items.length && { nextPageToken: String(next) }),
    })
  },
}

/** The calendars of addresses in this domain can be read without being shared. */
const organization = '@counterfoil.example'

function busyOf(workspace: Calendars, address: string, from: number, to: number): Json {
  const own = workspace.busy.get(address)
  if (!own && !address.endsWith(organization)) {
    return { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }
  }
  const invited = [...workspace.calendars.values()]
    .flatMap((calendar) => [...calendar.events.values()])
    .filter(({ status }) => status === 'confirmed')
    .filter(({ attendees }) => attendees?.some(({ email }) => email === address))
    .map(({ start, end }) => ({ start: start.dateTime ?? '', end: end.dateTime ?? '' }))
  const busy = [...(own ?? []), ...invited]
    .filter(({ start, end }) => Date.parse(end) > from && Date.parse(start) < to)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return { busy }
}

const maxDays = 31
const maxCalendars = 50

const freeBusy: Handler = (workspace, { body }) => {
  const { timeMin, timeMax, items } = body as {
    timeMin: string
    timeMax: string
    items: { id: string }[]
  }
  const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)]
  // Longer queries are not known to be accepted by Google.
  if (!(from < to) || to - from > maxDays * 86_400_000) return refusal(400, 'timeRangeTooLong')
  if (items.length > maxCalendars) return refusal(400, 'tooManyCalendarsRequested')
  const calendars = items.map(({ id }) => [id, busyOf(workspace, id, from, to)])
  return ok({ kind: 'calendar#freeBusy', calendars: Object.fromEntries(calendars) })
}

export const calendar: Record<string, Handler> = {
  ...events,
  'calendar.freebusy.query': freeBusy,

  'calendar.calendarList.list': ({ calendars }) =>
    ok({ items: [...calendars.values()].map(({ id, description }) => ({ id, description })) }),

  'calendar.calendars.insert': ({ calendars }, { body }) => {
    const id = `${newId('c')}@group.calendar.google.com`
    const summary = String(body.summary)
    calendars.set(id, {
      id,
      summary,
      description: String(body.description),
      acl: [],
      events: new Map(),
    })
    return ok({ id })
  },

  'calendar.calendars.get': ({ calendars }, { ids }) => {
    const found = calendars.get(ids.calendarId ?? '')
    return found ? ok({ id: found.id }) : notFound
  },

  'calendar.calendars.delete': ({ calendars }, { ids }) =>
    calendars.delete(ids.calendarId ?? '') ? { status: 204 } : notFound,

  'calendar.acl.list': ({ calendars }, { ids }) => {
    const found = calendars.get(ids.calendarId ?? '')
    return found ? ok({ items: found.acl }) : notFound
  },

  'calendar.acl.insert': ({ calendars }, { ids, body }) => {
    const found = calendars.get(ids.calendarId ?? '')
    if (!found) return notFound
    const { value } = body.scope as { value: string }
    const rule = { ...body, id: `user:${value}` }
    found.acl = [...found.acl.filter(({ id }) => id !== rule.id), rule]
    return ok(rule)
  },

  'calendar.acl.delete': ({ calendars }, { ids }) => {
    const found = calendars.get(ids.calendarId ?? '')
    if (!found?.acl.some(({ id }) => id === ids.ruleId)) return notFound
    found.acl = found.acl.filter(({ id }) => id !== ids.ruleId)
    return { status: 204 }
  },
}
