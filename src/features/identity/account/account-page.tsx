import { useOutletContext } from 'react-router'
import { brand } from '../../../brand.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import type { SessionUser } from '../sign-in/contract.ts'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function meta() {
  return [{ title: `Account · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

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
        <PasswordSection username={user.username} />
        <SecondFactorSection />
        <SessionsSection />
      </div>
    </div>
  )
}
