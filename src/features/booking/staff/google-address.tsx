import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { google } from '#features/google/connection/contract.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { googleConnections, type Host, useRefreshBooking } from './use-own-host.ts'

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
      <AddressForm host={host} />
    </>
  )
}

function AddressForm({ host }: { host: Host }) {
  const refresh = useRefreshBooking()
  const before = host.googleAddress ?? ''
  const [value, setValue] = useState(before)
  const id = useId()
  const saving = useMutation({
    mutationFn: (googleAddress: string | null) =>
      call(browser, bookingHosts.save, { userId: 'me', googleAddress }),
    async onSuccess({ googleAddress: saved }, googleAddress) {
      setValue((now) => (now === (googleAddress ?? before) ? (saved ?? '') : now))
      document.getElementById('calendars-heading')?.focus()
      if (googleAddress) await call(browser, bookingHosts.check, { userId: 'me' }).catch(() => {})
      await refresh()
      showSuccess(googleAddress ? 'Google address saved' : 'Google address removed')
    },
  })
  const { error } = saving
  const about = error instanceof ApiError ? error.fields?.googleAddress : undefined
  const isSame = value.trim().toLowerCase() === before
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (value.trim() && !isSame) saving.mutate(value)
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-3" onSubmit={submit}>
      {error && !about && (
        <FormMessage>{reasonOf(error, 'Failed to save the address')}</FormMessage>
      )}
      <TextField
        id={id}
        label="Google address"
        optional
        type="email"
        autoComplete="off"
        spellCheck={false}
        limit={254}
        value={value}
        error={about}
        hint="The address of your Google calendar. Its busy times can’t be booked, and your calls become events in it."
        onChange={({ target }) => setValue(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          busy={saving.isPending}
          disabled={!value.trim() || isSame}
        >
          Save the Google Address
        </Button>
        {before && (
          <Button variant="danger" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            Remove the Google Address
          </Button>
        )}
      </div>
    </form>
  )
}
