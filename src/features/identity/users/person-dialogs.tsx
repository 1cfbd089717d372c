import { AlertDialog } from '../../../web/ui/alert-dialog.tsx'
import type { FocusTarget } from '../../../web/ui/use-return-focus.ts'
import { LinkDialog } from './link-dialog.tsx'
import type { Asking } from './person-actions.tsx'
import { usePersonChanges } from './use-person-changes.ts'

export function PersonDialogs({
  asking,
  onClose,
  heading,
}: {
  asking: Asking | null
  onClose: () => void
  heading: FocusTarget
}) {
  if (!asking) return null
  if (asking.what === 'link') return <LinkDialog person={asking.person} onClose={onClose} />
  return <Question person={asking.person} what={asking.what} onClose={onClose} heading={heading} />
}

function Question({
  person,
  what,
  onClose,
  heading,
}: {
  person: Asking['person']
  what: Exclude<Asking['what'], 'link'>
  onClose: () => void
  heading: FocusTarget
}) {
  const change = usePersonChanges(person)[what]
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...questions(person.username)[what]}
      cancelLabel={what === 'cancel' ? 'Keep invitation' : 'Cancel'}
      busy={change.isPending}
      onConfirm={() => change.mutate(undefined, { onSettled: onClose })}
      returnFocusTo={change.isSuccess ? heading : undefined}
    />
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
