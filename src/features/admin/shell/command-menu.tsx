import { Command, useCommandState } from 'cmdk'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { tellSuccess } from '../../../web/ui/outcome.ts'
import { toggleTheme } from '../../../web/ui/theme.ts'
import { chooseAlerts, useAlertChoices } from '../../chat/alerts/use-alert-choices.ts'
import type { SessionUser } from '../../identity/sign-in/contract.ts'
import { useLogout } from '../../identity/sign-in/use-session.ts'
import { Entry, FoundPeople, WaitingChats } from './found-groups.tsx'
import { navigation } from './navigation.ts'
import type { Destination } from './recent.ts'

type CommandMenuProps = {
  user: SessionUser
  recent: readonly Destination[]
  onVisit: (destination: Destination) => void
  open: boolean
  onClose: () => void
  onShortcuts: () => void
}

export function CommandMenu({ open, ...rest }: CommandMenuProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={rest.onClose}
      title="Search or jump to"
      hideTitle
      size="md"
      className="command-dialog"
    >
      {open && <Commands {...rest} />}
    </Dialog>
  )
}

function Commands(props: Omit<CommandMenuProps, 'open'>) {
  const { user, recent, onVisit, onClose, onShortcuts } = props
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const logout = useLogout()
  const { sound } = useAlertChoices()
  const soundLabel = sound ? 'Mute sounds' : 'Turn sounds on'
  function go(destination: Destination) {
    onVisit(destination)
    onClose()
    void navigate(destination.to)
  }
  function act(action: () => void) {
    onClose()
    action()
  }
  const open = navigation.filter(({ role }) => !role || role === user.role)
  return (
    <Command label="Search or jump to" loop>
      <Command.Input
        dir="auto"
        value={typed}
        onValueChange={setTyped}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        className="command-input"
      />
      <Found />
      <Command.List label="Results" className="command-list">
        <Command.Empty className="command-empty">Nothing found for “{typed}”.</Command.Empty>
        {typed === '' && recent.length > 0 && (
          <Command.Group heading="Recent">
            {recent.map((one) => (
              <Entry key={one.to} value={`recent ${one.to}`} onSelect={() => go(one)}>
                {one.label}
              </Entry>
            ))}
          </Command.Group>
        )}
        <Command.Group heading="Go to">
          {open.map((place) => (
            <Entry
              key={place.to}
              value={place.label}
              {...(place.keys && { keys: place.keys })}
              onSelect={() => go(place)}
            >
              {place.label}
            </Entry>
          ))}
        </Command.Group>
        <FoundPeople term={typed} onChoose={go} />
        <WaitingChats onChoose={go} />
        <Command.Group heading="Actions">
          {user.role !== 'agent' && (
            <Entry
              value="Add client"
              onSelect={() => act(() => void navigate('/admin/clients?new=1'))}
            >
              Add client
            </Entry>
          )}
          <Entry
            value="Convert inquiry"
            onSelect={() => act(() => void navigate('/admin?tab=inquiries&status=new'))}
          >
            Convert inquiry…
          </Entry>
          <Entry value="Switch theme" onSelect={() => act(toggleTheme)}>
            Switch theme
          </Entry>
          <Entry
            value={soundLabel}
            onSelect={() =>
              act(() => {
                chooseAlerts({ sound: !sound })
                tellSuccess(sound ? 'Sounds are off' : 'Sounds are on')
              })
            }
          >
            {soundLabel}
          </Entry>
          <Entry value="Keyboard shortcuts" keys="?" onSelect={() => act(onShortcuts)}>
            Keyboard shortcuts
          </Entry>
          <Entry
            value="Logout"
            keywords={['log out', 'sign out']}
            onSelect={() => act(logout.mutate)}
          >
            Logout
          </Entry>
        </Command.Group>
      </Command.List>
    </Command>
  )
}

/** Announces the number of entries once typing pauses. */
function Found() {
  const count = useCommandState(({ filtered }) => filtered.count)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(
      () => setAnnounced(`${count} ${count === 1 ? 'result' : 'results'}`),
      400,
    )
    return () => clearTimeout(timer)
  }, [count])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
