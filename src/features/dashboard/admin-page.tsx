import { Navigate, Outlet } from 'react-router'
import { brand } from '../../brand.ts'
import '../../web/styles/admin.css'
import '../../web/styles/mono.css'
import { Queries } from '../../web/api/queries.tsx'
import { AwaitingScript } from '../../web/ui/awaiting-script.tsx'
import { Density } from '../../web/ui/density.tsx'
import { SessionRenewal } from '../auth/session-renewal.tsx'
import { useNoKeptPage } from '../auth/use-no-kept-page.ts'
import { useSession } from '../auth/use-session.ts'
import { AgentDesk } from '../chat-desk/agent-desk.tsx'
import { AttentionBadge } from '../chat-desk/attention-badge.tsx'
import { LeaveGuard } from '../editing/leave-guard.tsx'
import { DraftOwner } from '../editing/use-draft.ts'
import { Workspace } from '../workspace/workspace.tsx'

export function meta() {
  return [{ title: `${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

/** The guard and frame of everything behind the login. What it shows comes from the guarded API. */
export default function AdminPage() {
  return (
    <Queries>
      <Guarded />
    </Queries>
  )
}

function Guarded() {
  const session = useSession()
  useNoKeptPage()
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
        <AgentDesk key={session.user.id} userId={session.user.id}>
          <Workspace user={session.user} chatCount={<AttentionBadge />}>
            <Outlet context={session.user} />
          </Workspace>
        </AgentDesk>
      </DraftOwner>
    </Density>
  )
}
