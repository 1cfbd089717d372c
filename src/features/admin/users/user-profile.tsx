import type { ComponentProps } from 'react'
import { PortraitField } from '#features/content/media/portrait-field.tsx'
import { ProfileDialog } from '#features/identity/users/profile-dialog.tsx'

type PanelProps = Omit<ComponentProps<typeof ProfileDialog>, 'portraitField'>

export const UserProfile = (props: PanelProps) => (
  <ProfileDialog {...props} portraitField={PortraitField} />
)
