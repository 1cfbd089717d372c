import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { serviceNames } from '../connection/scopes.ts'
import { googleSetups } from '../setups/contract.ts'
import { googleAddress } from './offered-services.tsx'

type Shared = Output<typeof googleSetups.shared>[number]

export function SharedList() {
  const shared = useQuery({ ...query(googleSetups.shared), ...refetchAlways })
  return (
    <section className="panel" aria-labelledby="google-shared">
      <div className="panel-heading">
        <h3 id="google-shared">Shared with clients</h3>
      </div>
      <Loaded
        query={shared}
        className="m-4"
        message="Failed to fetch what is shared"
        skeleton={<Skeleton className="m-4 h-12" />}
      >
        {(setups) =>
          setups.length === 0 ? (
            <p className="px-5 py-4 text-ink-2">Nothing is shared with clients yet.</p>
          ) : (
            <ul className="row-list">
              {setups.map((setup) => (
                <SharedSetup key={`${setup.clientId} ${setup.service}`} setup={setup} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function SharedSetup({ setup }: { setup: Shared }) {
  const { clientId, clientName, service, sharedWith, previousAddresses, url } = setup
  const address = googleAddress(url)
  return (
    <li className="row-list-item flex-wrap">
      <div className="min-w-0">
        <p>
          <Link dir="auto" className="row-link" to={`/admin/clients/${clientId}?tab=google`}>
            {clientName}
          </Link>{' '}
          · {serviceNames[service]}
        </p>
        <ul className="grid gap-1">
          {sharedWith.map((email) => (
            <li key={email} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="small text-ink-2 min-w-0 break-all">{email}</span>
              {previousAddresses.includes(email) && (
                <PreviousAddress address={email} setup={setup} />
              )}
            </li>
          ))}
        </ul>
      </div>
      {address && (
        <a className="link" href={address} target="_blank" rel="noreferrer">
          Open
          <span className="sr-only">
            {' '}
            {serviceNames[service]} of {clientName} (opens in a new window)
          </span>
        </a>
      )}
    </li>
  )
}

function PreviousAddress({
  address,
  setup: { clientId, clientName, service },
}: {
  address: string
  setup: Shared
}) {
  const mayChange = useMay('admin')
  const cache = useQueryClient()
  const taking = useMutation({
    mutationFn: () =>
      call(browser, googleSetups.unshare, { clientId, serviceType: service, email: address }),
    onSuccess: () =>
      showSuccess(`${address} no longer has access to Google ${serviceNames[service]} now`),
    onError: (error) => showFailure(error, 'Failed to remove the access'),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(googleSetups.shared) }),
  })
  return (
    <>
      <Badge variant="canary">Previous address</Badge>
      {mayChange && (
        <Button
          aria-label={`Remove access of ${address} to ${serviceNames[service]} of ${clientName}`}
          busy={taking.isPending}
          onClick={() => taking.mutate()}
        >
          Remove Access
        </Button>
      )}
    </>
  )
}
