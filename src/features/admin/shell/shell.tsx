import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcut } from '../../../web/ui/shortcuts.ts'
import { refuseUnfinished } from '../../../web/ui/unfinished-input.ts'
import { useCompactRows } from '../../../web/ui/use-row-density.ts'
import type { SessionUser } from '../../identity/sign-in/contract.ts'
import { CommandMenu } from './command-menu.tsx'
import { navigation } from './navigation.ts'
import { OfflineBar } from './offline-bar.tsx'
import { type Destination, visited } from './recent.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'

/**
 * Frame of every screen behind the login: bar, command menu, shortcuts. Recent places are kept in
 * its state, so that names of clients are gone with the session.
 */
export function Shell(props: { user: SessionUser; chatCount?: ReactNode; children: ReactNode }) {
  const { user, chatCount, children } = props
  const [layer, setLayer] = useState<'commands' | 'shortcuts' | null>(null)
  const [compact] = useCompactRows()
  const [recent, setRecent] = useState<Destination[]>([])
  return (
    <div
      className="admin-text min-h-dvh"
      data-density={compact ? 'compact' : undefined}
      onSubmitCapture={refuseUnfinished}
      onKeyDownCapture={ignoreHeldEnter}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <TopBar
        user={user}
        chatCount={chatCount}
        onCommand={() => setLayer('commands')}
        onShortcuts={() => setLayer('shortcuts')}
      />
      <OfflineBar />
      <main id="content" tabIndex={-1} className="wrap-admin py-8 outline-none">
        {children}
      </main>
      <Shortcuts
        onCommand={() => setLayer((now) => (now === 'commands' ? null : 'commands'))}
        onSheet={() => setLayer('shortcuts')}
      />
      <CommandMenu
        user={user}
        recent={recent}
        onVisit={(place) => setRecent((before) => visited(before, place))}
        open={layer === 'commands'}
        onClose={() => setLayer(null)}
        onShortcuts={() => setLayer('shortcuts')}
      />
      <ShortcutSheet open={layer === 'shortcuts'} onClose={() => setLayer(null)} />
    </div>
  )
}

/** Key repeat of a held Enter would also press whatever gets the focus next, even in dialogs. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const writes = event.target instanceof HTMLTextAreaElement
  if (event.key === 'Enter' && event.repeat && !writes) event.preventDefault()
}

const withKeys = navigation.flatMap((place) => (place.keys ? [{ ...place, keys: place.keys }] : []))

function Shortcuts({ onCommand, onSheet }: { onCommand: () => void; onSheet: () => void }) {
  useShortcut({ keys: 'mod+k', label: 'Search or jump to', run: onCommand })
  useShortcut({ keys: '?', label: 'Keyboard shortcuts', run: onSheet })
  useShortcut({ keys: '/', label: 'Search in this view', run: focusSearch })
  return withKeys.map(({ keys, label, to }) => <GoTo key={to} keys={keys} label={label} to={to} />)
}

function GoTo({ keys, label, to }: { keys: string; label: string; to: string }) {
  const navigate = useNavigate()
  useShortcut({ keys, label: `Go to ${label}`, run: () => void navigate(to) })
  return null
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
