import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keyOf, query } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { type SecondFactor, secondFactor } from './contract.ts'
import { DisableDialog, RenewCodesDialog, SetUpDialog } from './factor-dialogs.tsx'

const fewCodes = 3

const dialogs = { 'set-up': SetUpDialog, renew: RenewCodesDialog, disable: DisableDialog }
type Name = keyof typeof dialogs

export function SecondFactorSection() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useDialog<Name>()
  const Dialog = dialogs[dialog.subject ?? 'set-up']
  const factor = useQuery(query(secondFactor.show))
  const { data } = factor
  return (
    <section className="panel" aria-labelledby="second-factor-heading">
      <div className="panel-heading flex flex-wrap items-center gap-3">
        <h2 id="second-factor-heading" ref={heading} tabIndex={-1}>
          Two-factor authentication
        </h2>
        {data && (
          <Badge variant={data.confirmedAt ? 'default' : 'secondary'}>
            {data.confirmedAt ? 'on' : 'off'}
          </Badge>
        )}
      </div>
      <Loaded
        query={factor}
        className="m-5"
        message="Unable to load two-factor authentication at this time."
        skeleton={
          <div className="grid gap-3 p-5" aria-busy="true">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-8 w-44" />
          </div>
        }
      >
        {(state) => <State state={state} onOpen={dialog.show} />}
      </Loaded>
      <Dialog
        key={dialog.opening}
        {...dialog.state}
        onChanged={() => client.invalidateQueries({ queryKey: keyOf(secondFactor.show) })}
        focusAfterwards={() => heading.current}
      />
    </section>
  )
}

function State({ state, onOpen }: { state: SecondFactor; onOpen: (dialog: Name) => void }) {
  const { confirmedAt, recoveryCodesLeft: left } = state
  if (!confirmedAt) {
    return (
      <div className="grid justify-items-start gap-4 p-5">
        <p className="measure text-ink-2">
          You sign in with your password and a code from an authenticator app, so a stolen password
          alone isn’t enough.
        </p>
        <Button variant="primary" onClick={() => onOpen('set-up')}>
          Set Up Two-Factor Authentication
        </Button>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-4 p-5">
      <p className="measure text-ink-2">
        Signing in has required a code from your authenticator app since{' '}
        <Time value={confirmedAt} />.{' '}
        {left === 1 ? '1\u00a0recovery code is left.' : `${left}\u00a0recovery codes are left.`}
      </p>
      {left < fewCodes && (
        <p className="measure font-medium">
          Create new recovery codes soon: without them, losing your phone locks you out.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onOpen('renew')}>New Recovery Codes</Button>
        <Button onClick={() => onOpen('disable')}>Turn Off</Button>
      </div>
    </div>
  )
}
