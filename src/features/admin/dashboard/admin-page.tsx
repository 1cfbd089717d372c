import { Navigate, Outlet } from 'react-router'
import { brand } from '../../../brand.ts'
import '../../../web/styles/admin.css'
import '../../../web/styles/mono.css'
import { Queries } from '../../../web/api/queries.tsx'
import { LeaveGuard } from '../../../web/editing/leave-guard.tsx'
import { DraftOwner } from '../../../web/editing/use-draft.ts'
import { Density } from '../../../web/ui/density.tsx'
import { AwaitingScript } from '../../../web/ui/loading.tsx'
import { AgentConsoleProvider, AttentionBadge } from '../../chat/alerts/agent-console.tsx'
import { ConsoleAlerts } from '../../chat/alerts/console-alerts.tsx'
import { SessionRenewal } from '../../identity/sign-in/session-renewal.tsx'
import { useNoPageCache } from '../../identity/sign-in/use-no-page-cache.ts'
import { useSession } from '../../identity/sign-in/use-session.ts'
import { Shell } from '../shell/shell.tsx'

export function meta() {
  return [{ title: `${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

/** Client-side guard and frame of the back-office. The API guards the data itself. */
export default function AdminPage() {
  return (
    <Queries>
      <Guarded />
    </Queries>
  )
}

function Guarded() {
  const session = useSession()
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
          <ConsoleAlerts />
          <Shell user={session.user} chatCount={<AttentionBadge />}>
            <Outlet context={session.user} />
          </Shell>
        </AgentConsoleProvider>
      </DraftOwner>
    </Density>
  )
}
