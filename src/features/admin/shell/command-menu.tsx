import { Command, useCommandState } from 'cmdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { chooseAlerts, useAlertChoices } from '#features/chat/alerts/use-alert-choices.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { useLogout } from '#features/identity/sign-in/use-session.ts'
import { useStore } from '#web/store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import { rankFolded } from '#web/ui/rank-folded.ts'
import { recentUndos } from '#web/ui/recent-undos.ts'
import { searchProblem } from '#web/ui/refused-input.ts'
import { toggleTheme } from '#web/ui/theme.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { Entry, FoundRecords, RunningChats } from './found-groups.tsx'
import { type Destination, navigationOf } from './navigation.ts'

export type CommandMenuProps = DialogState & {
  user: SessionUser
  recent: readonly Destination[]
  onVisit: (destination: Destination) => void
  onShortcuts: () => void
}

export function CommandMenu({ open, ...rest }: CommandMenuProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
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
  const problem = searchProblem(typed)
  const [chosen, setChosen] = useState('')
  const isMoved = useRef(false)
  const menu = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const logout = useLogout()
  const { sound } = useAlertChoices()
  const acts = useStore(recentUndos)
  function go(destination: Destination) {
    onVisit(destination)
    onClose()
    void navigate(destination.to)
  }
  function act(action: () => void) {
    onClose()
    action()
  }
  const addClient = { label: 'Add client', run: () => void navigate('/admin/clients?new=1') }
  const actions: { label: string; keys?: string; keywords?: string[]; run: () => void }[] = [
    ...(user.role === 'agent' ? [] : [addClient]),
    { label: 'New call', run: () => void navigate('/admin/agenda?new=1') },
    {
      label: 'Convert inquiry…',
      run: () => void navigate('/admin?tab=inquiries&status=new'),
    },
    { label: 'Switch theme', run: toggleTheme },
    {
      label: sound ? 'Mute sounds' : 'Turn sounds on',
      run() {
        chooseAlerts({ sound: !sound })
        showSuccess(sound ? 'Sounds are off' : 'Sounds are on')
      },
    },
    { label: 'Keyboard shortcuts', keys: '?', run: onShortcuts },
    { label: 'Logout', keywords: ['log out', 'sign out'], run: logout.mutate },
  ]
  const open = navigationOf(user.role)
  // Records found later are listed first, so the first entry is chosen again.
  function chooseFirst() {
    const first = menu.current?.querySelector<HTMLElement>('[cmdk-item]')
    if (!isMoved.current) setChosen(first?.dataset.value ?? '')
  }
  function markMove({ key, ctrlKey }: KeyboardEvent) {
    if (/^(Arrow(Up|Down)|Home|End)$/.test(key) || (ctrlKey && /^[jknp]$/.test(key))) {
      isMoved.current = true
    }
  }
  return (
    <Command
      ref={menu}
      label="Search or jump to"
      filter={rankFolded}
      loop
      value={chosen}
      onValueChange={setChosen}
      onKeyDown={markMove}
    >
      <Command.Input
        dir="auto"
        value={typed}
        onValueChange={(text) => {
          isMoved.current = false
          setTyped(text)
        }}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        className="command-input"
      />
      <Found onChange={chooseFirst} />
      <Command.List label="Results" className="command-list">
        {problem ? (
          <p role="alert" className="command-empty">
            {problem}
          </p>
        ) : (
          <Command.Empty className="command-empty">Nothing found for “{typed}”.</Command.Empty>
        )}
        {typed === '' && recent.length > 0 && (
          <Command.Group heading="Recent">
            {recent.map((one) => (
              <Entry key={one.to} value={`recent ${one.to}`} onSelect={() => go(one)}>
                {one.label}
              </Entry>
            ))}
          </Command.Group>
        )}
        {acts.length > 0 && (
          <Command.Group heading="Undo">
            {acts.map(({ id, text, undo }) => (
              <Entry key={id} value={`undo ${text} ${id}`} onSelect={() => act(undo)}>
                Undo: {text}
              </Entry>
            ))}
          </Command.Group>
        )}
        <FoundRecords typed={typed} onChoose={go} />
        <RunningChats typed={typed} onChoose={go} />
        <Command.Group heading="Go to">
          {open.map(({ label, to, keys, keywords }) => (
            <Entry
              key={to}
              value={label}
              onSelect={() => go({ label, to })}
              keys={keys}
              {...(keywords && { keywords })}
            >
              {label}
            </Entry>
          ))}
        </Command.Group>
        <Command.Group heading="Actions">
          {actions.map(({ label, run, ...entry }) => (
            <Entry key={label} value={label} onSelect={() => act(run)} {...entry}>
              {label}
            </Entry>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  )
}

/** Announces the number of entries once typing pauses. */
function Found({ onChange }: { onChange: () => void }) {
  const count = useCommandState(({ filtered }) => filtered.count)
  const [announced, setAnnounced] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means new entries.
  useEffect(onChange, [count])
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(counted(count, 'result')), 400)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
