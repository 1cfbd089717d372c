import { useOutletContext } from 'react-router'
import { PasswordSection } from '#features/identity/account/password-section.tsx'
import { SecondFactorSection } from '#features/identity/second-factor/second-factor-section.tsx'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { adminHead } from '#web/firm.ts'
import { Badge } from '#web/ui/badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'

export const meta = adminHead('Account')

const Placeholder = () => (
  <div className="panel">
    <SkeletonList rows={6} />
  </div>
)

const LazyProfile = lazyComponent(
  () => import('./profile-panel.tsx').then(({ ProfilePanel }) => ProfilePanel),
  Placeholder,
)

const LazyNotifications = lazyComponent(
  () =>
    import('#features/notifications/screens/notifications-section.tsx').then(
      ({ NotificationsSection }) => NotificationsSection,
    ),
  Placeholder,
)

const LazySessions = lazyComponent(
  () =>
    import('#features/identity/account/sessions-section.tsx').then(
      ({ SessionsSection }) => SessionsSection,
    ),
  Placeholder,
)

export default function AccountPage() {
  const user = useOutletContext<SessionUser>()
  return (
    <div className="mx-auto max-w-[52rem]">
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Your account</h1>
        <span className="min-w-0 wrap-anywhere text-ink-2">{user.username}</span>
        <Badge variant="outline">{user.role}</Badge>
      </div>
      <div className="grid gap-5">
        <LazyProfile />
        <PasswordSection username={user.username} />
        <SecondFactorSection />
        <LazyNotifications />
        <LazySessions />
      </div>
    </div>
  )
}
