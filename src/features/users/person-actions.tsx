import { useState } from 'react'
import { AlertDialog } from '../../web/ui/alert-dialog.tsx'
import { Button } from '../../web/ui/button.tsx'
import type { FocusTarget } from '../../web/ui/use-return-focus.ts'
import type { User } from './contract.ts'
import { LinkDialog } from './link-dialog.tsx'
import { usePersonChanges } from './use-person-changes.ts'

type Question = 'deactivate' | 'cancel' | 'resetSecondFactor'

/** What can be done with somebody in this state; each button names the person for a screen reader. */
export function PersonActions({
  person,
  self,
  returnFocusTo,
}: {
  person: User
  self: boolean
  returnFocusTo: FocusTarget
}) {
  const { username, state, secondFactor } = person
  const changes = usePersonChanges(person)
  const [question, setQuestion] = useState<Question | null>(null)
  const [linking, setLinking] = useState(false)
  const invited = state === 'invited' || state === 'expired'
  const asked = question && questions(username)[question]

  function action(label: string, onClick: () => void, busy = false) {
    return (
      <Button variant="quiet" aria-label={`${label}: ${username}`} busy={busy} onClick={onClick}>
        {label}
      </Button>
    )
  }

  return (
    <div className="-mx-3 flex flex-wrap md:mx-0 md:justify-end">
      {invited && action('New link', () => setLinking(true))}
      {invited && action('Cancel invitation', () => setQuestion('cancel'))}
      {state === 'active' && !self && action('New password', () => setLinking(true))}
      {state === 'active' &&
        secondFactor &&
        !self &&
        action('Reset second factor', () => setQuestion('resetSecondFactor'))}
      {state === 'active' && action('Deactivate', () => setQuestion('deactivate'))}
      {state === 'deactivated' &&
        action('Activate', () => changes.activate.mutate(), changes.activate.isPending)}
      {asked && question && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setQuestion(null)}
          {...asked}
          cancelLabel={question === 'cancel' ? 'Keep invitation' : 'Cancel'}
          busy={changes[question].isPending}
          onConfirm={() =>
            changes[question].mutate(undefined, { onSettled: () => setQuestion(null) })
          }
          returnFocusTo={returnFocusTo}
        />
      )}
      <LinkDialog person={person} open={linking} onOpenChange={setLinking} />
    </div>
  )
}

const questions = (username: string) => ({
  deactivate: {
    title: `Deactivate ${username}?`,
    description:
      'They are signed out everywhere at once and cannot sign in until an owner activates them again. What they did stays.',
    confirmLabel: `Deactivate ${username}`,
  },
  cancel: {
    title: `Cancel the invitation of ${username}?`,
    description: 'The link stops working and the user disappears from this list.',
    confirmLabel: 'Cancel invitation',
  },
  resetSecondFactor: {
    title: `Reset the second factor of ${username}?`,
    description:
      'They are signed out everywhere and sign in with their password alone, until they set up a second factor again.',
    confirmLabel: 'Reset second factor',
  },
})
