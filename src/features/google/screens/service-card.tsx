import { ExternalLink } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Setup } from '../setups/contract.ts'
import { googleAddress, type OfferedService } from './offered-services.tsx'

type CardActions = {
  /** Whether Google is configured. */
  possible: boolean
  running: boolean
  /** Whether this or another service is being set up. */
  blocked: boolean
  onSetUp: () => void
  onUndo: (opener: HTMLElement) => void
}

export function ServiceCard({
  offered,
  setup,
  plan,
  actions,
}: {
  offered: OfferedService
  setup: Setup | undefined
  /** Preview of the set-up, collapsed at first. */
  plan?: ReactNode
  /** Absent for users who may only read. */
  actions?: CardActions
}) {
  const headingId = useId()
  const stands = setup?.state === 'done'
  const address = stands ? googleAddress(setup.url) : undefined
  return (
    <section className="panel flex flex-col gap-3 p-5" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Icon icon={offered.icon} size={20} />
        <h3 id={headingId} className="text-lg leading-snug font-semibold">
          {offered.title}
        </h3>
        {setup && <StateBadge state={setup.state} active={offered.active} />}
      </div>
      <p className="text-ink-2">{offered.about}</p>
      {setup && <Found setup={setup} />}
      {plan}
      {(address || actions) && (
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          {address && (
            <ButtonLink
              variant={actions ? 'primary' : 'secondary'}
              icon={ExternalLink}
              href={address}
              target="_blank"
              rel="noreferrer"
            >
              {offered.open}
              <span className="sr-only"> (opens in a new window)</span>
            </ButtonLink>
          )}
          {actions && <CardButtons offered={offered} setup={setup} actions={actions} />}
        </div>
      )}
    </section>
  )
}

function StateBadge({ state, active }: { state: Setup['state']; active: string }) {
  if (state === 'done') return <Badge>{active}</Badge>
  if (state === 'failed') return <Badge variant="destructive">Failed</Badge>
  if (state === 'missing') return <Badge variant="destructive">Missing</Badge>
  return <Badge variant="canary">Not finished</Badge>
}

function Found({ setup }: { setup: Setup }) {
  return (
    <>
      {setup.reason && <FormMessage>{setup.reason}</FormMessage>}
      {setup.warnings.length > 0 && (
        <FormMessage tone="note">
          {setup.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </FormMessage>
      )}
      {setup.previousAddresses.length > 0 && (
        <FormMessage tone="note">
          <p>
            {setup.previousAddresses.join(', ')} still has access: it was the client’s previous
            address. Setting it up again moves the access.
          </p>
        </FormMessage>
      )}
      {setup.state === 'done' && (
        <dl className="facts">
          <Fact label="Access for">{setup.sharedWith.join(', ') || 'Nobody else'}</Fact>
          <Fact label="Last change">
            <Time value={setup.updatedAt} format="datetime" />
          </Fact>
        </dl>
      )}
    </>
  )
}

function CardButtons({
  offered,
  setup,
  actions: { possible, running, blocked, onSetUp, onUndo },
}: {
  offered: OfferedService
  setup: Setup | undefined
  actions: CardActions
}) {
  const stands = setup?.state === 'done'
  const label = stands ? 'Check and Repair' : setup ? 'Try Again' : offered.button
  const off = blocked && { 'aria-disabled': true as const, disabled: true }
  return (
    <>
      {possible && (
        <Button
          variant={stands ? 'secondary' : 'primary'}
          busy={running}
          aria-label={running ? undefined : `${label}: ${offered.title}`}
          onClick={onSetUp}
          {...off}
        >
          {running ? offered.busy : label}
        </Button>
      )}
      {setup && (
        <Button
          variant="quiet"
          aria-label={`Undo: ${offered.title}`}
          onClick={(event) => onUndo(event.currentTarget)}
          {...off}
        >
          Undo
        </Button>
      )}
    </>
  )
}
