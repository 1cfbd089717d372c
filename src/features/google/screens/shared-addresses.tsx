import { useQueryClient } from '@tanstack/react-query'
import { call, type Output } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { serviceNames } from '../connection/scopes.ts'
import { googleSetups } from '../setups/contract.ts'

type Shared = Pick<
  Output<typeof googleSetups.shared>[number],
  'clientId' | 'clientName' | 'service' | 'previousAddresses'
>

export function SharedAddresses({ addresses, setup }: { addresses: string[]; setup: Shared }) {
  return (
    <ul className="grid gap-1">
      {addresses.map((address) => (
        <li key={address} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="small text-ink-2 min-w-0 break-all">{address}</span>
          {setup.previousAddresses.includes(address) && (
            <PreviousAddress address={address} setup={setup} />
          )}
        </li>
      ))}
    </ul>
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
    onSuccess: () => tellSuccess(`${address} has no access to Google ${serviceNames[service]} now`),
    onError: (error) => tellFailure(error, 'Failed to remove the access'),
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
          Remove access
        </Button>
      )}
    </>
  )
}
