import { Navigate, Outlet, useLocation } from 'react-router'
import { adminHead } from '#web/firm.ts'
import '#web/styles/admin.css'
import '#web/styles/mono.css'
import { IncidentBadge } from '#features/automations/screens/incident-badge.tsx'
import { AgentConsoleProvider, AttentionBadge } from '#features/chat/alerts/agent-console.tsx'
import { SessionRenewal } from '#features/identity/sign-in/session-renewal.tsx'
import { useNoPageCache } from '#features/identity/sign-in/use-no-page-cache.ts'
import { useSession } from '#features/identity/sign-in/use-session.ts'
import { Queries } from '#web/api/queries.tsx'
import { LeaveGuard } from '#web/editing/leave-guard.tsx'
import { DraftOwner } from '#web/editing/use-draft.ts'
import { Density } from '#web/ui/density.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reloadPage } from '#web/ui/lazy-component.tsx'
import { PartBoundary } from '#web/ui/part-boundary.tsx'
import { AwaitingScript } from '#web/ui/spinner.tsx'
import { InboxBadge } from '../shell/inbox-badge.tsx'
import { LazyConsoleAlerts } from '../shell/lazy-tools.tsx'
import { Shell } from '../shell/shell.tsx'
import { Slots } from '../slots.tsx'

export const meta = adminHead()

const counts = {
  '/admin/inbox': <InboxBadge />,
  '/admin/chat': <AttentionBadge />,
  '/admin/automations': <IncidentBadge />,
}

/** Client-side guard and frame of the back-office. The API guards the data itself. */
export default function AdminPage() {
  return (
    <Queries>
      <Guarded />
    </Queries>
  )
}

const ScreenFailure = () => (
  <ErrorState message="This page couldn’t be shown." onRetry={() => void reloadPage()} />
)

function Guarded() {
  const session = useSession()
  const { pathname } = useLocation()
  useNoPageCache()
  if (session.state === 'unauthenticated') return <Navigate to="/admin/login" replace />
  if (session.state === 'loading') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <AwaitingScript />
      </main>
    )
  }
  return (
    <Density size="sm">
      <SessionRenewal key={`session ${session.user.id}`} user={session.user} />
      <LeaveGuard />
      <DraftOwner value={session.user.id}>
        <AgentConsoleProvider key={session.user.id} userId={session.user.id}>
          <LazyConsoleAlerts />
          <Shell user={session.user} counts={counts}>
            <Slots>
              <PartBoundary content={pathname} failure={<ScreenFailure />}>
                <Outlet context={session.user} />
              </PartBoundary>
            </Slots>
          </Shell>
        </AgentConsoleProvider>
      </DraftOwner>
    </Density>
  )
}
