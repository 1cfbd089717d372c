import { Link } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { counted } from '#web/ui/words.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { sourceNames, sourceProblems } from '../hosts/source-words.ts'
import { CalendarAddressForm } from './calendar-address-form.tsx'
import { GoogleAddress } from './google-address.tsx'
import { googleConnections, type Host, useOwnHost, useRefreshBooking } from './use-own-host.ts'

type Source = Host['sources'][number]

/** Calendars whose busy times keep calls away from the signed-in user. */
export function OtherCalendars() {
  const host = useOwnHost()
  return (
    <section className="panel" aria-labelledby="calendars-heading">
      <h2 id="calendars-heading" tabIndex={-1} className="panel-heading">
        Other calendars
      </h2>
      <Loaded
        query={host}
        className="m-5"
        message="Failed to fetch your calendars"
        skeleton={<SkeletonList rows={2} />}
      >
        {(data) => <Calendars host={data} />}
      </Loaded>
    </section>
  )
}

function Calendars({ host }: { host: Host }) {
  const { sources } = host
  const refresh = useRefreshBooking()
  const ics = sources.find(({ source }) => source === 'ics')
  const checking = useMutation({
    mutationFn: () => call(browser, bookingHosts.check, { userId: 'me' }),
    async onSuccess({ readable }) {
      await refresh()
      if (readable) showSuccess('Your calendars can be read')
    },
    onError: (error) => showFailure(error, 'Failed to check your calendars'),
  })
  return (
    <div className="grid grid-cols-1 gap-5 p-5">
      {sources.length === 0 ? (
        <p className="text-ink-2">Only bookings made here count.</p>
      ) : (
        <div className="grid grid-cols-1 gap-3" role="status">
          {sources.map((source) => (
            <SourceLine key={source.source} source={source} />
          ))}
          <div>
            <Button busy={checking.isPending} onClick={() => checking.mutate()}>
              Check Now
            </Button>
          </div>
        </div>
      )}
      <GoogleAddress host={host} />
      <CalendarAddressForm
        name="icsUrl"
        what="calendar address"
        label={ics ? 'Another ICS address' : 'ICS address'}
        type="url"
        limit={2_000}
        hint="The calendar’s secret address, https or webcal. ICS addresses can be hours behind; Google isn’t."
        addressOf={() => ''}
        isSet={ics !== undefined}
      />
    </div>
  )
}

const isAboutConsent = (error: Source['error']) =>
  error === 'not_connected' || error === 'scope_missing' || error === 'reconnect'

function SourceLine({
  source: { source, address, readable, okAt, error, busyCount },
}: {
  source: Source
}) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">
          {sourceNames[source]} {address}
        </span>
        {readable ? <Badge>Read</Badge> : <Badge variant="destructive">Can’t be read</Badge>}
      </p>
      <p className="text-ink-2">
        {okAt ? (
          <>
            Last answer <Time value={okAt} format="datetime" />, {counted(busyCount, 'busy time')}
          </>
        ) : (
          'No response yet'
        )}
      </p>
      {!readable && (
        <p className="text-danger-text">
          {error ? `It ${sourceProblems[error]} ` : ''}Until it responds, calls aren’t confirmed
          automatically.{' '}
          {isAboutConsent(error) && (
            <Link className="link" to={googleConnections}>
              Open Google Workspace
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
