import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../web/api/query.ts'
import '../../web/styles/records.css'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { useMay } from '../auth/use-may.ts'
import { google } from '../google/contract.ts'
import type { GoogleService } from '../google/scopes.ts'
import { googleSetups } from '../google-setups/contract.ts'
import { ConnectionNotes } from './connection-notes.tsx'
import { type OfferedService, offeredServices } from './offered-services.tsx'
import { clearPending } from './pending.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { ServiceCard } from './service-card.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useConsent } from './use-consent.ts'
import { useGoogleReturn } from './use-google-return.ts'
import { type GoogleClient, useSetUp } from './use-set-up.ts'

type Asked = { what: 'plan' | 'undo'; offered: OfferedService; opener: HTMLElement }

/** Google Workspace of one client: four cards, each set up, mended and undone by itself. */
export function ClientGoogleTab({ client }: { client: GoogleClient }) {
  const mayChange = useMay('admin')
  const [asked, setAsked] = useState<Asked | null>(null)
  const consent = useConsent()
  const stateKey = { clientId: client.id }
  // Opening it makes the server look at Google, and what is missing there shows a little later.
  const setups = useQuery({
    ...query(googleSetups.state, stateKey),
    staleTime: 0,
    refetchInterval: 15_000,
  })
  const connection = useQuery({ ...query(google.status), staleTime: 0 })
  const settingUp = useSetUp(client)
  useGoogleReturn('google', (pending) => {
    if (pending?.clientId === client.id) settingUp.mutate(pending.service)
    else clearPending()
  })

  const running = settingUp.isPending
    ? settingUp.variables
    : consent.isPending
      ? consent.variables.service
      : undefined
  const isConfigured = connection.data?.configured !== false
  /** Shows the plan first; without credentials there is none, and the server says what to set. */
  function begin(offered: OfferedService, opener: HTMLElement) {
    if (isConfigured) setAsked({ what: 'plan', offered, opener })
    else consent.mutate({ service: offered.service, clientId: client.id })
  }
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
          message="Failed to fetch the Google set-up"
          onRetry={setups.refetch}
          retrying={setups.isFetching}
        />
      )}
      {!setups.isError && (
        <div className="grid gap-4 md:grid-cols-2">
          {offeredServices.map((offered) =>
            setups.data ? (
              <ServiceCard
                key={offered.service}
                offered={offered}
                setup={setupOf(offered.service)}
                {...(mayChange && {
                  actions: {
                    running: running === offered.service,
                    blocked: running !== undefined,
                    onSetUp: (opener) => begin(offered, opener),
                    onUndo: (opener) => setAsked({ what: 'undo', offered, opener }),
                  },
                })}
              />
            ) : (
              <Skeleton key={offered.service} className="h-44 w-full" />
            ),
          )}
        </div>
      )}
      {asked?.what === 'plan' && (
        <PlanDialog
          offered={asked.offered}
          clientId={client.id}
          opener={asked.opener}
          busy={consent.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            consent.mutate({ service: asked.offered.service, clientId: client.id })
          }}
        />
      )}
      {asked?.what === 'undo' && (
        <UndoDialog
          offered={asked.offered}
          client={client}
          opener={asked.opener}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
