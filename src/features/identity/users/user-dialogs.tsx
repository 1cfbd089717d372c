import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type User, users } from './contract.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { useUserChanges } from './use-user-changes.ts'

export type OpenDialog = {
  user: User
  what: 'link' | 'profile' | 'deactivate' | 'cancel' | 'resetSecondFactor'
}

export function Question(
  props: DialogState & {
    user: User
    what: Exclude<OpenDialog['what'], 'link' | 'profile'>
    heading: RefObject<HTMLElement | null>
  },
) {
  const { user, what, heading, ...state } = props
  const change = useUserChanges(user)[what]
  return (
    <AlertDialog
      {...state}
      {...questions(user.username)[what]}
      cancelLabel={what === 'cancel' ? 'Keep Invitation' : 'Cancel'}
      busy={change.isPending}
      onConfirm={() => change.mutate(undefined, { onSettled: state.onClose })}
      focusAfterwards={() => (change.isSuccess ? heading.current : null)}
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

export function LinkDialog({ user, ...dialog }: DialogState & { user: User }) {
  const client = useQueryClient()
  const { id, username, state } = user
  const form = useRecordForm({
    id: 'one-time-link',
    labels: {},
    schema: z.object({}),
    valuesOf: () => ({}),
    save: () => call(browser, users.renewLink, { id }),
    refresh: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
    failure: 'Failed to create the link',
  })
  return (
    <FormDialog
      {...form.dialog}
      {...dialog}
      size="sm"
      title={state === 'active' ? `New password for ${username}` : `New link for ${username}`}
      submitLabel="Create Link"
      result={form.answer && <OneTimeLink invited={form.answer} />}
    >
      {form.messages}
      <p className="text-ink-2">
        {state === 'active'
          ? `A one-time link lets ${username} choose a new password. The current one keeps working until then.`
          : 'A new one-time link is valid for seven days. The previous link stops working.'}
      </p>
    </FormDialog>
  )
}
