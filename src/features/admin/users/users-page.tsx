import type { ComponentProps } from 'react'
import type { BeforeLeaving } from '#features/identity/users/user-list.tsx'
import { UsersView } from '#features/identity/users/users-view.tsx'
import { adminHead } from '#web/firm.ts'
import { late } from '#web/ui/late.tsx'

export const meta = adminHead('Users')

const LateProfile = late(() => import('./user-profile.tsx').then(({ UserProfile }) => UserProfile))

const LateCalls = late<ComponentProps<BeforeLeaving>>(() =>
  import('#features/booking/hosts/calls-to-hand-over.tsx').then(
    ({ CallsToHandOver }) => CallsToHandOver,
  ),
)

export default function UsersPage() {
  return <UsersView profileDialog={LateProfile} beforeLeaving={LateCalls} />
}
