import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import '#web/styles/records.css'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { google } from '../connection/contract.ts'
import { groupNames, type ScopeGroup, serviceNames } from '../connection/scopes.ts'
import { ConnectionNotes } from './connection-notes.tsx'
import { offeredServices } from './offered-services.tsx'
import { SharedList } from './shared-list.tsx'
import { clearPending, useConsent, useGoogleReturn } from './use-google-return.ts'

const order = ['drive', 'calendar', 'gmail', 'sheets']
const inOrder = offeredServices.toSorted(
  (a, b) => order.indexOf(a.service) - order.indexOf(b.service),
)

export function GoogleTab({ totalClients }: { totalClients: number | undefined }) {
  useGoogleReturn('google-integrations', () => {
    clearPending()
    showSuccess('Google account connected')
  })
  return (
    <div className="grid gap-5">
      <h2 className="sr-only">Google Workspace</h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {inOrder.map(({ service, icon }) => (
          <li key={service} className="panel p-4 sm:p-5">
            <h3 className="flex items-center gap-2.5 font-semibold">
              <Icon icon={icon} size={20} />
              {serviceNames[service]}
            </h3>
            <p className="mt-2 text-3xl leading-none font-semibold tabular-nums">
              {totalClients?.toLocaleString() ?? '—'}
            </p>
            <p className="mt-1.5 text-ink-2">total clients</p>
          </li>
        ))}
      </ul>
      <section className="panel p-5" aria-labelledby="google-how">
        <h3 id="google-how" className="text-lg font-semibold">
          How to set up a client
        </h3>
        <ol className="mt-2 grid list-decimal gap-1 pl-5">
          <li>
            Go to{' '}
            <Link className="link" to="/admin/clients">
              Clients
            </Link>
            .
          </li>
          <li>Select a client.</li>
          <li>Open its Google Workspace tab and set up the service.</li>
        </ol>
      </section>
      <Connections />
      <SharedList />
    </div>
  )
}

const firstOf = { files: 'drive', calendar: 'calendar', gmail: 'gmail' } as const

type State = Output<typeof google.status>

function Connections() {
  const status = useQuery({ ...query(google.status), ...refetchAlways })
  return (
    <section className="panel" aria-labelledby="google-connections">
      <div className="panel-heading">
        <h3 id="google-connections">Connected Google account</h3>
      </div>
      <Loaded
        query={status}
        className="m-4"
        message="Failed to fetch the Google connection"
        skeleton={<Skeleton className="m-4 h-32" />}
      >
        {(data) => (
          <>
            {(data.sentence || data.standIn) && (
              <div className="grid gap-2 px-5 pt-4 pb-1">
                <ConnectionNotes state={{ ...data, grants: [] }} />
              </div>
            )}
            <ul className="row-list">
              {(Object.keys(firstOf) as ScopeGroup[]).map((group) => (
                <ConnectionRow key={group} group={group} state={data} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

function ConnectionRow({ group, state }: { group: ScopeGroup; state: State }) {
  const mayChange = useMay('admin')
  const consent = useConsent()
  const cache = useQueryClient()
  const grant = state.grants.find((one) => one.group === group)
  const lacksBusyTimes = grant?.state === 'ok' && grant.lacksBusyTimes
  const leaving = useMutation({
    mutationFn: () => call(browser, google.disconnect, { group }),
    onSuccess: () => showSuccess(`${groupNames[group]} disconnected from Google`),
    onError: (error) => showFailure(error, 'Failed to disconnect Google'),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(google.status) }),
  })
  return (
    <li className="row-list-item flex-wrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold">{groupNames[group]}</span>
          {!grant && <Badge variant="secondary">Not connected</Badge>}
          {grant?.state === 'ok' && <Badge>Connected</Badge>}
          {grant?.state === 'needs_reconnect' && <Badge variant="destructive">Reconnect</Badge>}
        </p>
        {grant && (
          <p className="small text-ink-2">
            {grant.email}, connected {grant.connectedBy && <>by {grant.connectedBy} </>}on{' '}
            <Time value={grant.connectedAt} />
            {grant.checkedAt && (
              <>
                , last checked <Time value={grant.checkedAt} format="datetime" />
              </>
            )}
          </p>
        )}
        {grant?.reason && <p className="mt-1">{grant.reason}</p>}
        {lacksBusyTimes && <p className="mt-1">Reconnect Calendar so we can read busy times.</p>}
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {(grant?.state !== 'ok' || lacksBusyTimes) && state.configured && (
            <Button
              aria-label={`${lacksBusyTimes ? 'Reconnect' : 'Connect'} ${groupNames[group]}`}
              busy={consent.isPending}
              onClick={() => consent.mutate({ service: firstOf[group] })}
            >
              {lacksBusyTimes ? 'Reconnect' : 'Connect'}
            </Button>
          )}
          {grant && (
            <Button
              variant="quiet"
              aria-label={`Disconnect ${groupNames[group]}`}
              busy={leaving.isPending}
              onClick={() => leaving.mutate()}
            >
              Disconnect
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
