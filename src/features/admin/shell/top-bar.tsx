import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, MenuIcon, Search } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { automations } from '#features/automations/register/contract.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { useLogout } from '#features/identity/sign-in/use-session.ts'
import { query } from '#web/api/query.ts'
import { useFirm } from '#web/firm.ts'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuCheck, MenuItem, MenuNote, MenuSeparator } from '#web/ui/menu.tsx'
import { awaitedScreen } from '#web/ui/screen-code.ts'
import { shortcutsPreference, shownKeys } from '#web/ui/shortcuts.ts'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { useCompactRows } from '#web/ui/use-row-density.ts'
import { LazyAwayItems, LazyBell } from './lazy-tools.tsx'
import { navigationOf } from './navigation.ts'

type TopBarProps = {
  user: SessionUser
  /** Counts to show beside entries, by address. */
  counts: Record<string, ReactNode>
  onOpenCommandMenu: () => void
  onShortcuts: () => void
}

const isWithin = (pathname: string, to: string) =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))

/** Agents see the automations once there is one; admins can register the first. */
function useTopBarItems({ role }: SessionUser) {
  const { data } = useQuery(query(automations.status))
  const hasAutomations = role !== 'agent' || (data?.automations ?? 0) > 0
  return navigationOf(role).filter(
    ({ inTopBar, to }) => inTopBar && (hasAutomations || to !== '/admin/automations'),
  )
}

export function TopBar({ user, counts, onOpenCommandMenu, onShortcuts }: TopBarProps) {
  const { name } = useFirm()
  const awaited = useStore(awaitedScreen)
  const items = useTopBarItems(user)
  return (
    <header className="workspace-bar no-print">
      <Link
        reloadDocument
        to="/"
        className="workspace-brand"
        // A word of 12 or more letters may break, or it would push the tools out of a narrow
        // window.
        data-breaks={/\S{12}/.test(name) || undefined}
      >
        {name}
      </Link>
      <nav aria-label="Admin" className="workspace-nav">
        {items.map(({ label, to }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/admin'}
            className="admin-link"
            data-awaited={awaited === to || undefined}
          >
            {label}
            {counts[to]}
          </NavLink>
        ))}
      </nav>
      <div className="workspace-tools">
        <Button
          icon={Search}
          className="workspace-search"
          aria-keyshortcuts="Control+K"
          onClick={onOpenCommandMenu}
        >
          <span className="workspace-search-text">Search or jump to…</span>
          <span className="keys workspace-search-keys" aria-hidden="true">
            {shownKeys('mod+k').join(' ')}
          </span>
        </Button>
        <LazyBell />
        <ThemeToggle size="sm" />
        <UserMenu user={user} onShortcuts={onShortcuts} />
        <NarrowMenu user={user} counts={counts} />
      </div>
    </header>
  )
}

function NarrowMenu({ user, counts }: Pick<TopBarProps, 'user' | 'counts'>) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const items = useTopBarItems(user)
  return (
    <span className="workspace-narrow">
      <Menu
        label="Pages"
        trigger={
          <Button variant="quiet" icon={MenuIcon} iconSize={20} aria-label="Menu" title="Menu" />
        }
      >
        {items.map(({ label, to }) => (
          <MenuItem
            key={to}
            aria-current={isWithin(pathname, to) ? 'page' : undefined}
            onSelect={() => navigate(to)}
          >
            {label}
            {counts[to]}
          </MenuItem>
        ))}
      </Menu>
      {Object.entries(counts).map(([to, count]) => (
        <Fragment key={to}>{count}</Fragment>
      ))}
    </span>
  )
}

function UserMenu({ user, onShortcuts }: { user: SessionUser; onShortcuts: () => void }) {
  const navigate = useNavigate()
  const name = user.displayName ?? user.username
  const logout = useLogout()
  const [compact, setCompact] = useCompactRows()
  const shortcuts = useStore(shortcutsPreference)
  return (
    <Menu
      label={`Account of ${name}`}
      trigger={
        <Button
          variant="quiet"
          icon={CircleUserRound}
          iconSize={20}
          className="workspace-user"
          aria-label={`Account: ${name}`}
        >
          <bdi className="workspace-user-name">{name}</bdi>
        </Button>
      }
    >
      <MenuNote>
        <bdi>{name}</bdi>, {user.role}
      </MenuNote>
      {navigationOf(user.role).map(
        ({ label, to, inAccountMenu }) =>
          inAccountMenu && (
            <MenuItem key={to} onSelect={() => navigate(to)}>
              {label}
            </MenuItem>
          ),
      )}
      <LazyAwayItems />
      <MenuSeparator />
      <MenuCheck checked={compact} onChange={setCompact}>
        Compact Tables
      </MenuCheck>
      <MenuCheck
        checked={shortcuts === 'on'}
        onChange={(on) => shortcutsPreference.set(on ? 'on' : 'off')}
      >
        Single-Key Shortcuts
      </MenuCheck>
      <MenuItem onSelect={onShortcuts}>Keyboard Shortcuts…</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => logout.mutate()}>Logout</MenuItem>
    </Menu>
  )
}
