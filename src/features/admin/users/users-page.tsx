import type { ComponentProps } from 'react'
import type { BeforeLeaving } from '#features/identity/users/user-list.tsx'
import { UsersView } from '#features/identity/users/users-view.tsx'
import { adminHead } from '#web/firm.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

export const meta = adminHead('Users')

const LazyProfile = lazyComponent(() =>
  import('./user-profile.tsx').then(({ UserProfile }) => UserProfile),
)

const LazyCalls = lazyComponent<ComponentProps<BeforeLeaving>>(() =>
  import('#features/booking/hosts/calls-to-hand-over.tsx').then(
    ({ CallsToHandOver }) => CallsToHandOver,
  ),
)

export default function UsersPage() {
  return <UsersView profileDialog={LazyProfile} beforeLeaving={LazyCalls} />
}
