import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { google } from '#features/google/connection/contract.ts'
import { query } from '#web/api/query.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { CalendarAddressForm } from './calendar-address-form.tsx'
import { googleConnections, type Host } from './use-own-host.ts'

/** The host's Google calendar, offered once an admin has connected Calendar for the firm. */
export function GoogleAddress({ host }: { host: Host }) {
  const { data } = useQuery(query(google.status))
  const firmGrant = data?.grants.find(({ group }) => group === 'calendar')
  // The row of the calendar already shows this error.
  const isSaid = host.sources.some(({ error }) => error === 'scope_missing')
  if (!host.googleAddress && !firmGrant) {
    if (!data?.configured) return null
    return (
      <p className="text-ink-2">
        To block time for events in Google Calendar,{' '}
        <Link className="link" to={googleConnections}>
          connect Calendar
        </Link>{' '}
        first.
      </p>
    )
  }
  return (
    <>
      {firmGrant?.lacksBusyTimes && !isSaid && (
        <FormMessage tone="note">
          <Link className="link" to={googleConnections}>
            Reconnect Calendar
          </Link>{' '}
          so we can read busy times.
        </FormMessage>
      )}
      <CalendarAddressForm
        name="googleAddress"
        what="Google address"
        label="Google address"
        type="email"
        limit={254}
        hint="The address of your Google calendar. Its busy times can’t be booked, and your calls become events in it."
        addressOf={(saved) => (saved ?? host).googleAddress ?? ''}
        isSet={host.googleAddress !== null}
      />
    </>
  )
}
