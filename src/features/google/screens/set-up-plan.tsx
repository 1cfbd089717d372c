import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import type { GoogleService } from '../connection/scopes.ts'
import { googleSetups, type Plan } from '../setups/contract.ts'

type Target = { clientId: string; serviceType: GoogleService }

export function SetUpPlan(target: Target) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 text-link">What will happen</summary>
      {open && <LoadedPlan {...target} />}
    </details>
  )
}

function LoadedPlan(target: Target) {
  const plan = useQuery({ ...query(googleSetups.plan, target), ...refetchAlways })
  return (
    <Loaded
      query={plan}
      message={reasonOf(plan.error, 'Failed to fetch the plan')}
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {(data) => <PlanText plan={data} />}
    </Loaded>
  )
}

function PlanText({ plan: { repairs, account, creates, shares, unshares } }: { plan: Plan }) {
  return (
    <div className="mt-3 grid gap-4">
      <section>
        <h4 className="font-semibold">
          {repairs ? 'Checked, and recreated if missing' : 'Will be created'}
        </h4>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5">
          {creates.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
      <section>
        <h4 className="font-semibold">Who gets access</h4>
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
          <h4 className="font-semibold">Who loses access</h4>
          <p className="mt-1.5">
            <strong>{unshares.join(', ')}</strong>: no longer the client’s address
          </p>
        </section>
      )}
      <p className="small text-ink-2">
        {account
          ? `Everything will belong to the connected account ${account}.`
          : 'Google asks for your consent next. Everything will belong to the account you choose there.'}
      </p>
    </div>
  )
}
