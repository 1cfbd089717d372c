import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { ResultDialog } from '#web/ui/result-dialog.tsx'
import type { FocusTarget } from '#web/ui/use-return-focus.ts'
import { type User, users } from './contract.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { useUserChanges } from './use-user-changes.ts'

export type OpenDialog = {
  user: User
  what: 'link' | 'profile' | 'deactivate' | 'cancel' | 'resetSecondFactor'
}

export function Question(props: {
  user: User
  what: Exclude<OpenDialog['what'], 'link' | 'profile'>
  onClose: () => void
  heading: FocusTarget
}) {
  const { user, what, onClose, heading } = props
  const change = useUserChanges(user)[what]
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...questions(user.username)[what]}
      cancelLabel={what === 'cancel' ? 'Keep Invitation' : 'Cancel'}
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
      'They’re signed out everywhere right away and can’t sign in until an owner activates them again. Their work stays.',
    confirmLabel: `Deactivate ${username}`,
  },
  cancel: {
    title: `Cancel the invitation of ${username}?`,
    description: 'The link stops working and the user disappears from this list.',
    confirmLabel: 'Cancel Invitation',
  },
  resetSecondFactor: {
    title: `Reset two-factor authentication for ${username}?`,
    description:
      'They’re signed out everywhere and sign in with just their password until they set it up again.',
    confirmLabel: 'Reset Two-Factor Authentication',
  },
})

export function LinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const { id, username, state } = user
  const renew = useMutation({
    mutationFn: () => call(browser, users.renewLink, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
  })
  return (
    <ResultDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={state === 'active' ? `New password for ${username}` : `New link for ${username}`}
      result={renew.data && <OneTimeLink invited={renew.data} />}
      close={<Button>Done</Button>}
      submit={
        <Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
          Create Link
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {state === 'active'
            ? `A one-time link lets ${username} choose a new password. The current one keeps working until then.`
            : 'A new one-time link is valid for seven days. The previous link stops working.'}
        </p>
        {renew.isError && (
          <FormMessage>{sentenceOf(renew.error, 'Failed to create the link')}</FormMessage>
        )}
      </div>
    </ResultDialog>
  )
}
