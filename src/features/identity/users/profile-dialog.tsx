import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type Profile, useProfileForm } from '../account/use-profile-form.tsx'
import { type User, users } from './contract.ts'

type DialogProps = DialogState & { user: User }

/** Lets owners edit what colleagues and visitors see of another user. */
export function ProfileDialog(props: DialogProps) {
  const { user, ...state } = props
  const profile = useQuery({ ...query(users.profile, { id: user.id }), gcTime: 0 })
  if (profile.data) return <Form {...props} profile={profile.data} />
  return (
    <Dialog {...state} size="sm" initialFocus="heading" title={`Profile of ${user.username}`}>
      <Loaded
        query={profile}
        message="Unable to load the profile at this time."
        skeleton={<SkeletonList rows={3} />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function Form({ user, profile, ...state }: DialogProps & { profile: Profile }) {
  const client = useQueryClient()
  const { id, username } = user
  const { fields, dialog } = useProfileForm({
    id: 'user-profile',
    profile,
    send: (input) => call(browser, users.saveProfile, { ...input, id }),
    refresh: () => client.invalidateQueries({ queryKey: keyOf(users.profile) }),
    ...state,
  })
  return (
    <FormDialog
      {...dialog}
      size="sm"
      initialFocus="heading"
      title={`Profile of ${username}`}
      description="What colleagues and visitors see. Empty fields aren’t shown."
      submitLabel="Save Profile"
    >
      {fields}
    </FormDialog>
  )
}
