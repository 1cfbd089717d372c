import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { type Profile, useProfileForm } from '../account/use-profile-form.tsx'
import { type User, users } from './contract.ts'

type DialogProps = { user: User; onClose: () => void }

/** Lets owners edit what colleagues and visitors see of another user. */
export function ProfileDialog(props: DialogProps) {
  const { user, onClose } = props
  // The opener is kept, because another dialog may open while the profile is fetched.
  const [opener] = useState(() => document.activeElement as HTMLElement | null)
  const profile = useQuery({ ...query(users.profile, { id: user.id }), gcTime: 0 })
  if (profile.data) return <Form {...props} opener={opener} profile={profile.data} />
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      returnFocusTo={() => opener}
      initialFocus="heading"
      title={`Profile of ${user.username}`}
    >
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

type FormProps = DialogProps & { profile: Profile; opener: HTMLElement | null }

function Form({ user, onClose, profile, opener }: FormProps) {
  const client = useQueryClient()
  const { id, username } = user
  const { fields, dialog } = useProfileForm({
    id: 'user-profile',
    profile,
    send: (input) => call(browser, users.saveProfile, { ...input, id }),
    refresh: () => client.invalidateQueries({ queryKey: keyOf(users.profile) }),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      opener={opener}
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
