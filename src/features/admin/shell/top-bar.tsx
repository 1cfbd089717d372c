import { MenuIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useNavigate } from 'react-router'
import { brand } from '../../../brand.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem } from '../../../web/ui/menu.tsx'
import { shownKeys } from '../../../web/ui/shortcuts.ts'
import { ThemeToggle } from '../../../web/ui/theme-toggle.tsx'
import type { SessionUser } from '../../identity/sign-in/contract.ts'
import { navigation } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'
import { WaitingBell } from './waiting-bell.tsx'

type TopBarProps = {
  user: SessionUser
  /** Number of visitors waiting in the chat, shown beside "Live Chat". */
  chatCount?: ReactNode
  onCommand: () => void
  onShortcuts: () => void
}

const main = navigation.filter(({ main }) => main)

export function TopBar({ user, chatCount, onCommand, onShortcuts }: TopBarProps) {
  return (
    <header className="workspace-bar no-print">
      <Link reloadDocument to="/" className="workspace-brand">
        {brand.name}
      </Link>
      <nav aria-label="Admin" className="workspace-nav">
        {main.map(({ label, to }) => (
          <NavLink key={to} to={to} end={to === '/admin'} className="admin-link">
            {label}
            {label === 'Live Chat' && chatCount}
          </NavLink>
        ))}
      </nav>
      <div className="workspace-tools">
        <Button
          icon={Search}
          className="workspace-search"
          aria-keyshortcuts="Control+K"
          onClick={onCommand}
        >
          <span className="workspace-search-text">Search or jump to…</span>
          <span className="keys workspace-search-keys" aria-hidden="true">
            {shownKeys('mod+k').join(' ')}
          </span>
        </Button>
        <WaitingBell />
        <ThemeToggle size="sm" />
        <UserMenu user={user} onShortcuts={onShortcuts} />
        <NarrowMenu chatCount={chatCount} />
      </div>
    </header>
  )
}

function NarrowMenu({ chatCount }: { chatCount: ReactNode }) {
  const navigate = useNavigate()
  return (
    <span className="workspace-narrow">
      <Menu
        label="Places"
        trigger={
          <Button variant="quiet" icon={MenuIcon} iconSize={20} aria-label="Menu" title="Menu" />
        }
      >
        {main.map(({ label, to }) => (
          <MenuItem key={to} onSelect={() => navigate(to)}>
            {label}
            {label === 'Live Chat' && chatCount}
          </MenuItem>
        ))}
      </Menu>
      {chatCount}
    </span>
  )
}
