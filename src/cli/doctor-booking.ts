import type { BusyError, BusySource } from '#contract/vocabulary.ts'
import { sourceNames, sourceProblems } from '#features/booking/hosts/source-words.ts'
import { isClockChanged } from '#features/booking/types/booking.server.ts'
import type { Config } from '#server/config.ts'
import { type Finding, notSet, ok, warning } from './doctor-findings.ts'

const check = 'Booking'

type Host = { hasEmail: boolean }
type UpcomingBooking = { wallTime: string; startsAt: Date | string }

const hostsOfTypes = `
  select distinct u.id, coalesce(u.email, '') <> '' as "hasEmail"
  from hosts h join users u on u.id = h.user_id and u.active
  join meeting_type_hosts m on m.user_id = h.user_id
  join meeting_types t on t.id = m.meeting_type_id and t.active
  where h.active`

const upcomingBookings = `
  select wall_time as "wallTime", starts_at as "startsAt" from bookings
  where state in ('booked', 'pending') and starts_at > now()`

const hasLocalTimeShifted = ({ wallTime, startsAt }: UpcomingBooking) =>
  isClockChanged({ wallTime, startsAt: new Date(startsAt) })

/** Sources that are stale by the limits of `maxAge.listing`: calls on them wait to be confirmed. */
const staleSources = `
  select coalesce(nullif(u.display_name, ''), u.username) as name, b.source, b.error
  from host_busy b join hosts h on h.user_id = b.user_id and h.active
  join users u on u.id = h.user_id and u.active
  where b.ok_at is null or b.ok_at < now() - make_interval(mins =>
    case b.source when 'google' then 5 else 20 end)
  order by 1, 2`

type StaleSource = { name: string; source: BusySource; error: BusyError | null }

const staleSourceWarning = ({ name, source, error }: StaleSource) =>
  warning(
    check,
    `${sourceNames[source]} of ${name} ${error ? sourceProblems[error] : 'has not answered lately.'}`,
  )

const countedCalls = (count: number) => (count === 1 ? '1 call' : `${count} calls`)

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> }

export async function checkBooking(client: Queryable, { mail }: Config): Promise<Finding[]> {
  const hosts = (await client.query(hostsOfTypes)).rows as Host[]
  const toCome = (await client.query(upcomingBookings)).rows as UpcomingBooking[]
  const shiftedCount = toCome.filter(hasLocalTimeShifted).length
  const withoutEmail = hosts.filter(({ hasEmail }) => !hasEmail).length
  const sources = (await client.query(staleSources)).rows as StaleSource[]
  const wrong = [
    ...sources.map(staleSourceWarning),
    ...(shiftedCount > 0
      ? [
          warning(
            check,
            `The time zone database changed: ${countedCalls(shiftedCount)} at another local time than promised.`,
          ),
        ]
      : []),
    ...(hosts.length > 0 && !mail
      ? [warning(check, 'mail is not set up: visitors get no confirmation and no reminder.')]
      : []),
    ...(mail && withoutEmail > 0
      ? [warning(check, `${withoutEmail} of ${hosts.length} hosts have no email address.`)]
      : []),
  ]
  if (hosts.length === 0) return [notSet(check, 'Nobody can be booked.'), ...wrong]
  return wrong.length > 0 ? wrong : [ok(check, `${countedCalls(toCome.length)} to come.`)]
}
