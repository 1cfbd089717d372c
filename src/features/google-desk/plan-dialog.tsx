import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../web/api/api-error.ts'
import { query } from '../../web/api/query.ts'
import { Button } from '../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../web/ui/dialog.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { googleSetups, type Plan } from '../google-setups/contract.ts'
import type { OfferedService } from './offered-services.tsx'

/** What a set-up would make and who would get access, before anything is done. */
export function PlanDialog({
  offered,
  clientId,
  busy,
  onConfirm,
  onClose,
  opener,
}: {
  offered: OfferedService
  clientId: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  opener: HTMLElement | null
}) {
  const input = { clientId, serviceType: offered.service }
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...query(googleSetups.plan, input),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${offered.title}: what will happen`}
      initialFocus="heading"
      returnFocusTo={() => opener}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          {data && (
            <Button variant="primary" busy={busy} onClick={onConfirm}>
              Continue with Google
            </Button>
          )}
        </>
      }
    >
      {isError && (
        <ErrorState
          message={reasonOf(error, 'Failed to fetch the plan')}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {!isError && !data && <Skeleton className="h-40 w-full" />}
      {data && <PlanText plan={data} />}
    </Dialog>
  )
}

function PlanText({ plan: { repairs, account, creates, shares, unshares } }: { plan: Plan }) {
  return (
    <div className="grid gap-5">
      <section>
        <h3 className="font-semibold">
          {repairs ? 'Checked, and made again where it is missing' : 'Will be created'}
        </h3>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5">
          {creates.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="font-semibold">Who gets access</h3>
        {shares.length === 0 && <p className="mt-1.5">Nobody else: it stays in the mailbox.</p>}
        <ul className="mt-1.5 grid gap-1">
          {shares.map((share) => (
            <li key={share.what}>
              <strong>{share.with}</strong> {share.role}: {share.what}
            </li>
          ))}
        </ul>
      </section>
      {unshares.length > 0 && (
        <section>
          <h3 className="font-semibold">Who loses access</h3>
          <p className="mt-1.5">
            <strong>{unshares.join(', ')}</strong>: no longer the address of the client
          </p>
        </section>
      )}
      <p className="small text-ink-2">
        {account
          ? `Everything will belong to the connected account ${account}.`
          : 'Google asks for your consent next. Everything will belong to the account that you choose there.'}
      </p>
    </div>
  )
}
