import { Button } from '../../../web/ui/button.tsx'
import type { User } from './contract.ts'
import { usePersonChanges } from './use-person-changes.ts'

export type Asking = {
  person: User
  what: 'link' | 'deactivate' | 'cancel' | 'resetSecondFactor'
}

/** Actions available in the person's state; accessible labels include the name. */
export function PersonActions({
  person,
  self,
  onAsk,
}: {
  person: User
  self: boolean
  onAsk: (asking: Asking) => void
}) {
  const { username, state, secondFactor } = person
  const { activate } = usePersonChanges(person)
  const ask = (what: Asking['what']) => () => onAsk({ person, what })
  const invited = state === 'invited' || state === 'expired'
  const other = state === 'active' && !self

  function action(label: string, onClick: () => void, busy = false) {
    return (
      <Button variant="quiet" aria-label={`${label}: ${username}`} busy={busy} onClick={onClick}>
        {label}
      </Button>
    )
  }

  return (
    <div className="-mx-3 flex flex-wrap lg:mx-0 lg:justify-end">
      {invited && action('New link', ask('link'))}
      {invited && action('Cancel invitation', ask('cancel'))}
      {other && action('New password', ask('link'))}
      {other && secondFactor && action('Reset second factor', ask('resetSecondFactor'))}
      {state === 'active' && action('Deactivate', ask('deactivate'))}
      {state === 'deactivated' && action('Activate', () => activate.mutate(), activate.isPending)}
    </div>
  )
}
