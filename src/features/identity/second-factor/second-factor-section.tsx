import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keyOf, query } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpenings } from '#web/ui/use-openings.ts'
import { type SecondFactor, secondFactor } from './contract.ts'
import { DisableDialog, RenewCodesDialog, SetUpDialog } from './factor-dialogs.tsx'

const fewCodes = 3

const dialogs = { 'set-up': SetUpDialog, renew: RenewCodesDialog, disable: DisableDialog }
type Name = keyof typeof dialogs

export function SecondFactorSection() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [name, setName] = useState<Name>('set-up')
  const [open, setOpen] = useState(false)
  const openings = useOpenings(open)
  const Dialog = dialogs[name]
  const factor = useQuery(query(secondFactor.show))
  const { data } = factor
  function openDialog(dialog: Name) {
    setName(dialog)
    setOpen(true)
  }
  return (
    <section className="panel" aria-labelledby="second-factor-heading">
      <div className="panel-heading flex flex-wrap items-center gap-3">
        <h2 id="second-factor-heading" ref={heading} tabIndex={-1}>
          Second factor
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
        message="Unable to load your second factor at this time."
        skeleton={
          <div className="grid gap-3 p-5" aria-busy="true">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-8 w-44" />
          </div>
        }
      >
        {(state) => <State state={state} onOpen={openDialog} />}
      </Loaded>
      <Dialog
        key={openings}
        open={open}
        onOpenChange={setOpen}
        onChanged={() => client.invalidateQueries({ queryKey: keyOf(secondFactor.show) })}
        returnFocusTo={heading}
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
          An authenticator app shows a code that is asked for besides your password. A password that
          somebody finds out is then not enough to get in.
        </p>
        <Button variant="primary" onClick={() => onOpen('set-up')}>
          Set up second factor
        </Button>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-4 p-5">
      <p className="measure text-ink-2">
        Sign-in asks for a code of your authenticator app since <Time value={confirmedAt} />.{' '}
        {left === 1 ? '1\u00a0recovery code is left.' : `${left}\u00a0recovery codes are left.`}
      </p>
      {left < fewCodes && (
        <p className="measure font-medium">
          Make new recovery codes soon: without them a lost phone locks you out.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onOpen('renew')}>New recovery codes</Button>
        <Button onClick={() => onOpen('disable')}>Turn off</Button>
      </div>
    </div>
  )
}
