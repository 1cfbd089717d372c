import { useQuery } from '@tanstack/react-query'
import { Command, useCommandState } from 'cmdk'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../../web/api/query.ts'
import { Dialog } from '../../web/ui/dialog.tsx'
import { shownKeys } from '../../web/ui/shortcuts.ts'
import { toggleTheme } from '../../web/ui/theme.ts'
import type { SessionUser } from '../auth/contract.ts'
import { useLogout } from '../auth/use-session.ts'
import { clients } from '../clients/contract.ts'
import { places } from './places.ts'

type CommandMenuProps = {
  user: SessionUser
  open: boolean
  onClose: () => void
  onShortcuts: () => void
}

type Destination = { label: string; to: string }

/** Kept in memory only: the names of clients do not belong into a browser's storage. */
let recent: Destination[] = []
const mostRecent = 5

/** One field that leads anywhere and does anything that has no address. */
export function CommandMenu({ user, open, onClose, onShortcuts }: CommandMenuProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Search or jump to"
      hideTitle
      size="md"
      className="command-dialog"
    >
      {open && <Commands user={user} onClose={onClose} onShortcuts={onShortcuts} />}
    </Dialog>
  )
}

function Commands({ user, onClose, onShortcuts }: Omit<CommandMenuProps, 'open'>) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const logout = useLogout()
  function go(destination: Destination) {
    const others = recent.filter(({ to }) => to !== destination.to)
    recent = [destination, ...others].slice(0, mostRecent)
    onClose()
    void navigate(destination.to)
  }
  function act(action: () => void) {
    onClose()
    action()
  }
  const open = places.filter(({ role }) => !role || role === user.role)
  return (
    <Command label="Search or jump to" loop>
      <Command.Input
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
        <Clients term={typed} onChoose={go} />
        <Command.Group heading="Actions">
          {user.role !== 'agent' && (
            <Entry
              value="Add client"
              onSelect={() => act(() => void navigate('/admin/clients?new=1'))}
            >
              Add client
            </Entry>
          )}
          <Entry value="Switch theme" onSelect={() => act(toggleTheme)}>
            Switch theme
          </Entry>
          <Entry value="Keyboard shortcuts" keys="?" onSelect={() => act(onShortcuts)}>
            Keyboard shortcuts
          </Entry>
          <Entry
            value="Log out"
            onSelect={() => {
              recent = []
              act(() => logout.mutate())
            }}
          >
            Log out
          </Entry>
        </Command.Group>
      </Command.List>
    </Command>
  )
}

function Entry(props: {
  value: string
  keys?: string
  keywords?: string[]
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <Command.Item
      value={props.value}
      {...(props.keywords && { keywords: props.keywords })}
      onSelect={props.onSelect}
      className="command-item"
    >
      <span className="min-w-0 truncate">{props.children}</span>
      {props.keys && (
        <span className="keys" aria-hidden="true">
          {shownKeys(props.keys).join(' ')}
        </span>
      )}
    </Command.Item>
  )
}

/** How many entries there are, told once the typing rests. */
function Found() {
  const count = useCommandState(({ filtered }) => filtered.count)
  const [told, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTold(`${count} ${count === 1 ? 'result' : 'results'}`), 400)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}

const shownClients = 6

function Clients({ term, onChoose }: { term: string; onChoose: (to: Destination) => void }) {
  const search = useRested(term.trim())
  const { data } = useQuery({
    ...query(clients.list, { search, limit: shownClients }),
    enabled: search !== '',
  })
  if (search === '' || !data || data.clients.length === 0) return null
  return (
    <Command.Group heading="Clients">
      {data.clients.map(({ id, name, company, email }) => (
        <Entry
          key={id}
          value={`client ${id}`}
          // The server has found these; what is typed must not hide them again.
          keywords={[term, name, email, company ?? '']}
          onSelect={() => onChoose({ label: name, to: `/admin/clients/${id}` })}
        >
          {name}
          <span className="text-ink-2">{company ? `, ${company}` : ''}</span>
        </Entry>
      ))}
    </Command.Group>
  )
}

/** The value once it has not changed for a quarter of a second. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
