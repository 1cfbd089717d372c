import { CircleUserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuCheck, MenuItem, MenuNote, MenuSeparator } from '../../../web/ui/menu.tsx'
import { usePreference } from '../../../web/ui/preference.ts'
import { shortcutsPreference } from '../../../web/ui/shortcuts.ts'
import { useCompactRows } from '../../../web/ui/use-row-density.ts'
import type { SessionUser } from '../../identity/sign-in/contract.ts'
import { useLogout } from '../../identity/sign-in/use-session.ts'

export function UserMenu({ user, onShortcuts }: { user: SessionUser; onShortcuts: () => void }) {
  const navigate = useNavigate()
  const logout = useLogout()
  const [compact, setCompact] = useCompactRows()
  const shortcuts = usePreference(shortcutsPreference, 'on')
  return (
    <Menu
      label={`Account of ${user.username}`}
      trigger={
        <Button
          variant="quiet"
          icon={CircleUserRound}
          iconSize={20}
          className="workspace-user"
          aria-label={`Account: ${user.username}`}
        >
          <span className="workspace-user-name">{user.username}</span>
        </Button>
      }
    >
      <MenuNote>
        {user.username}, {user.role}
      </MenuNote>
      <MenuItem onSelect={() => navigate('/admin/account')}>Account</MenuItem>
      {user.role === 'owner' && (
        <MenuItem onSelect={() => navigate('/admin/users')}>Users</MenuItem>
      )}
      <MenuSeparator />
      <MenuCheck checked={compact} onChange={setCompact}>
        Compact tables
      </MenuCheck>
      <MenuCheck
        checked={shortcuts === 'on'}
        onChange={(on) => shortcutsPreference.set(on ? 'on' : 'off')}
      >
        Single-key shortcuts
      </MenuCheck>
      <MenuItem onSelect={onShortcuts}>Keyboard shortcuts…</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => logout.mutate()}>Logout</MenuItem>
    </Menu>
  )
}
