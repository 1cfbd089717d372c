import { use } from 'react'
import { useOutletContext } from 'react-router'
import { adminHead } from '#web/firm.ts'
import { Badge } from '#web/ui/badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import type { SessionUser } from '../sign-in/contract.ts'
import { PasswordSection } from './password-section.tsx'
import { IdentitySlotsContext } from './slots.ts'

export const meta = adminHead('Account')

const Placeholder = () => (
  <div className="panel">
    <SkeletonList rows={6} />
  </div>
)

const LazyProfile = lazyComponent(
  async () => (await import('./profile-section.tsx')).ProfileSection,
  Placeholder,
)

const LazySessions = lazyComponent(
  async () => (await import('./sessions-section.tsx')).SessionsSection,
  Placeholder,
)

export default function AccountPage() {
  const user = useOutletContext<SessionUser>()
  const { NotificationsSection } = use(IdentitySlotsContext)
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
        {NotificationsSection && <NotificationsSection />}
        <LazySessions />
      </div>
    </div>
  )
}
