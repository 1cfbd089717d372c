import { Navigate, Outlet } from 'react-router'
import { brand } from '../../brand.ts'
import '../../web/styles/admin.css'
import '../../web/styles/mono.css'
import { AwaitingScript } from '../../web/ui/awaiting-script.tsx'
import { Density } from '../../web/ui/density.tsx'
import { useEndedSession, useSession } from '../auth/use-session.ts'
import { AgentDesk } from '../chat-desk/agent-desk.tsx'
import { AttentionBadge } from '../chat-desk/attention-badge.tsx'
import { Workspace } from '../workspace/workspace.tsx'

export function meta() {
  return [{ title: `${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

/** The guard and frame of everything behind the login. What it shows comes from the guarded API. */
export default function AdminPage() {
  const session = useSession()
  useEndedSession()
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
      <AgentDesk userId={session.user.id}>
        <Workspace key={session.user.id} user={session.user} chatCount={<AttentionBadge />}>
          <Outlet context={session.user} />
        </Workspace>
      </AgentDesk>
    </Density>
  )
}
