import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../web/api/query.ts'
import { readAgain } from '../../../web/api/read-again.ts'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { serviceNames } from '../connection/scopes.ts'
import { googleSetups } from '../setups/contract.ts'
import { googleAddress } from './offered-services.tsx'
import { SharedAddresses } from './shared-addresses.tsx'

/** Everything that set-ups have shared with people outside the firm. */
export function SharedList() {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(googleSetups.shared),
    ...readAgain,
  })
  return (
    <section className="panel" aria-labelledby="google-shared">
      <div className="panel-heading">
        <h3 id="google-shared">Shared with clients</h3>
      </div>
      {isError && (
        <ErrorState
          className="m-4"
          message="Failed to fetch what is shared"
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {!isError && !data && <Skeleton className="m-4 h-12" />}
      {data?.length === 0 && (
        <p className="px-5 py-4 text-ink-2">Nothing is shared with a client yet.</p>
      )}
      {data && data.length > 0 && (
        <ul className="row-list">
          {data.map(({ clientId, clientName, service, sharedWith, previousAddresses, url }) => {
            const address = googleAddress(url)
            return (
              <li key={`${clientId} ${service}`} className="row-list-item flex-wrap px-5!">
                <div className="min-w-0">
                  <p>
                    <Link
                      dir="auto"
                      className="row-link"
                      to={`/admin/clients/${clientId}?tab=google`}
                    >
                      {clientName}
                    </Link>{' '}
                    · {serviceNames[service]}
                  </p>
                  <SharedAddresses
                    addresses={sharedWith}
                    setup={{ clientId, clientName, service, previousAddresses }}
                  />
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
          })}
        </ul>
      )}
    </section>
  )
}
