import { type SQL, sql } from 'drizzle-orm'
import type { BusinessHours, WeekInterval } from '#contract/business-hours.ts'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  bookings,
  hostBusy,
  hosts,
  hostTimeOff,
  meetingTypeHosts,
  users,
} from '#server/database/schema.ts'
import { isFresh, type Purpose } from '../hosts/freshness.server.ts'
import { merged, type Stored, spansBetween } from '../hosts/stored.ts'
import type { Booked, HostTimes } from './free-starts.ts'
import { hostSpans, type OwnHours } from './host-hours.ts'

export type Host = HostTimes & {
  /** The host's name as visitors see it; null if they see the firm's. */
  name: string | null
  /** The IANA zone of the host's hours. */
  zone: string
  /** The host's own hours; null for the firm's. */
  own: OwnHours | null
  timeOff: Span[]
  /** When the host joined the meeting type, in milliseconds since 1970. */
  joinedAt: number
}

type Row = {
  id: string
  name: string | null
  joinedAt: number
  zone: string | null
  weekly: WeekInterval[] | null
  timeOff: Span[]
  booked: Booked[]
  sources: Stored[]
  /** The span of the ignored booking, if it is this host's. */
  without: Span | null
}

/**
 * Longer than a call with its buffers and than the longest day, since a span may start that much
 * before the range.
 */
const marginMs = 2 * dayMs

const milliseconds = (time: unknown) => sql`floor(extract(epoch from ${time}) * 1000)::float8`

type Asked = {
  /** The id of a booking whose time counts as free. */
  without?: string | undefined
  /** Decides how old the data of calendars may be. */
  purpose?: Purpose
  /** The time up to which calendars must be known; defaults to `to`. */
  coveredTo?: number
}

/** The times of the active hosts of a meeting type between two instants. */
export async function readHostTimes(
  db: Database | Transaction,
  firm: BusinessHours,
  meetingTypeId: string,
  from: number,
  to: number,
  { without, purpose = 'listing', coveredTo = to }: Asked = {},
): Promise<Host[]> {
  const [since, until] = [new Date(from - marginMs), new Date(to + marginMs)]
  const { rows } = await db.execute<Row>(sql`
    select h.user_id as id, u.display_name as name, ${milliseconds(sql`m.joined_at`)} as "joinedAt",
      h.zone, h.weekly,
      coalesce((select json_agg(json_build_object('opens', ${milliseconds(sql`o.starts_at`)},
          'closes', ${milliseconds(sql`o.ends_at`)}))
        from ${hostTimeOff} o where o.user_id = h.user_id and o.starts_at < ${until}
          and o.ends_at > ${since}), '[]') as "timeOff",
      coalesce((select json_agg(json_build_object(
          'opens', ${milliseconds(sql`b.starts_at`)} - b.buffer_before * 60000,
          'closes', ${milliseconds(sql`b.ends_at`)} + b.buffer_after * 60000,
          'before', b.buffer_before, 'after', b.buffer_after))
        from ${bookings} b where b.host_id = h.user_id and ${isLive}
          and b.id is distinct from ${without ?? null}::uuid
          and b.starts_at > ${since} and b.starts_at < ${until}), '[]') as booked,
      coalesce((select json_agg(json_build_object('source', ${hostBusy.source},
          'isFresh', ${isFresh(purpose, new Date(coveredTo))}, 'intervals', ${hostBusy.intervals}))
        from ${hostBusy} where ${hostBusy.userId} = h.user_id), '[]') as sources,
      (select json_build_object('opens', ${milliseconds(sql`b.starts_at`)},
          'closes', ${milliseconds(sql`b.ends_at`)})
        from ${bookings} b where b.id = ${without ?? null}::uuid and b.host_id = h.user_id) as without
    from ${meetingTypeHosts} m
    join ${hosts} h on h.user_id = m.user_id and h.active
    join ${users} u on u.id = h.user_id and u.active
    where m.meeting_type_id = ${meetingTypeId}
    order by m.joined_at, h.user_id`)
  return rows.map(({ zone: ownZone, weekly, timeOff, sources, without: moved, ...host }) => {
    const zone = ownZone ?? firm.timeZone
    const own = weekly ? { zone, week: weekly } : null
    const open = hostSpans(firm, own, timeOff, from, to)
    const readable = sources.every((source) => source.isFresh)
    // Google does not say which busy time belongs to which booking, so they are matched by their
    // times.
    const isMoved = ({ opens, closes }: Span, { source }: Stored) =>
      source === 'google' && opens === moved?.opens && closes === moved.closes
    const busy = sources.flatMap((stored) =>
      spansBetween(stored.intervals, from, to).filter((span) => !isMoved(span, stored)),
    )
    return { ...host, zone, own, timeOff, readable, open, busy: merged(busy) }
  })
}

/** Whether a row of `bookings`, aliased `b`, reserves its time. */
const isLive = sql`(b.state = 'booked' or (b.state = 'pending' and b.pending_reason = 'calendar')
  or (b.state = 'held' and b.hold_expires_at > now()))`

/** Columns for a host: `bookings`, the number of calls since a moment, and `lastBookedAt`. */
export function bookedBy(hostId: SQL, since: number): SQL {
  const theirs = sql`from ${bookings} b where b.host_id = ${hostId} and ${isLive}`
  return sql`
    (select count(*)::int ${theirs} and b.created_at >= ${new Date(since)}) as bookings,
    (select ${milliseconds(sql`max(b.created_at)`)} ${theirs}) as "lastBookedAt"`
}
