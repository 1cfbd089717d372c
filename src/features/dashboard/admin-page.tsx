import { LogOut } from 'lucide-react'
import { Link, Navigate, NavLink, Outlet } from 'react-router'
import { brand } from '../../brand.ts'
import '../../web/styles/admin.css'
import '../../web/styles/mono.css'
import { Button } from '../../web/ui/button.tsx'
import { Density } from '../../web/ui/density.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { CenteredSpinner } from '../../web/ui/spinner.tsx'
import { ThemeToggle } from '../../web/ui/theme-toggle.tsx'
import { useEndedSession, useLogout, useSession } from '../auth/use-session.ts'

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
        <CenteredSpinner />
      </main>
    )
  }
  return (
    <Density size="sm">
      <div className="admin-text min-h-dvh">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <TopBar />
        <main id="content" tabIndex={-1} className="wrap-admin py-8 outline-none">
          <Outlet context={session.user} />
        </main>
      </div>
    </Density>
  )
}

function TopBar() {
  const logout = useLogout()
  return (
    <header className="sticky top-0 z-header border-b border-rule bg-surface">
      <div className="flex h-[52px] items-center gap-1 px-3 sm:gap-2 sm:px-5">
        <Link
          reloadDocument
          to="/"
          className="mr-1 font-display sm:mr-3 text-lg font-semibold no-underline"
        >
          {brand.name}
        </Link>
        <nav aria-label="Admin" className="self-stretch">
          <NavLink to="/admin" end className="admin-link">
            Dashboard
          </NavLink>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <ThemeToggle size="sm" />
          <Button busy={logout.isPending} onClick={() => logout.mutate()}>
            <Icon icon={LogOut} size={18} />
            <span className="max-[26rem]:sr-only">Logout</span>
          </Button>
        </div>
      </div>
    </header>
  )
}
