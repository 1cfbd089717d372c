import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import '#web/styles/records.css'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { google } from '../connection/contract.ts'
import type { GoogleService } from '../connection/scopes.ts'
import { googleSetups } from '../setups/contract.ts'
import { ConnectionNotes } from './connection-notes.tsx'
import { type OfferedService, offeredServices } from './offered-services.tsx'
import { ServiceCard } from './service-card.tsx'
import { SetUpPlan } from './set-up-plan.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { clearPending, useConsent, useGoogleReturn } from './use-google-return.ts'
import { type GoogleClient, useSetUp } from './use-set-up.ts'

export function ClientGoogleTab({ client }: { client: GoogleClient }) {
  const mayChange = useMay('admin')
  const undoing = useDialog<OfferedService>()
  const consent = useConsent()
  // Fetching makes the server check Google in the background. The next fetch shows the result.
  const setups = useQuery({
    ...query(googleSetups.state, { clientId: client.id }),
    ...refetchAlways,
  })
  const connection = useQuery({ ...query(google.status), ...refetchAlways })
  const settingUp = useSetUp(client)
  useGoogleReturn('google', (pending) => {
    if (pending?.clientId === client.id) settingUp.mutate(pending.service)
    else clearPending()
  })

  const consenting = consent.isPending ? consent.variables.service : undefined
  const running = settingUp.isPending ? settingUp.variables : consenting
  const setupOf = (service: GoogleService) =>
    setups.data?.setups.find((one) => one.service === service)

  return (
    <section aria-labelledby="client-google-heading" className="grid gap-5">
      <h2 id="client-google-heading" className="sr-only">
        Google Workspace
      </h2>
      {connection.data && <ConnectionNotes state={connection.data} />}
      {setups.isError && (
        <ErrorState
          message="Failed to fetch the Google setup. What’s already set up isn’t shown."
          onRetry={setups.refetch}
          retrying={setups.isFetching}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {offeredServices.map((offered) =>
          setups.data || setups.isError ? (
            <ServiceCard
              key={offered.service}
              offered={offered}
              setup={setupOf(offered.service)}
              plan={
                mayChange &&
                connection.data?.configured && (
                  <SetUpPlan clientId={client.id} serviceType={offered.service} />
                )
              }
              {...(mayChange && {
                actions: {
                  possible: connection.data?.configured !== false,
                  running: running === offered.service,
                  blocked: running !== undefined,
                  onSetUp: () => consent.mutate({ service: offered.service, clientId: client.id }),
                  onUndo: (opener) => undoing.show(offered, opener),
                },
              })}
            />
          ) : (
            <Skeleton key={offered.service} className="h-44 w-full" />
          ),
        )}
      </div>
      {undoing.subject && (
        <UndoDialog
          key={undoing.opening}
          {...undoing.state}
          offered={undoing.subject}
          client={client}
        />
      )}
    </section>
  )
}
