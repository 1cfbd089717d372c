import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { useStore } from '#web/store.ts'
import { useOnPageChange } from '#web/ui/back-closes.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { awaitedScreen } from '#web/ui/screen-code.ts'
import { currentShortcuts, shortcutsPreference, shownKeys, useShortcut } from '#web/ui/shortcuts.ts'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { useCompactRows } from '#web/ui/use-row-density.ts'
import type { CommandMenuProps } from './command-menu.tsx'
import { LazyAttention } from './lazy-attention.tsx'
import { type Destination, navigationOf } from './navigation.ts'
import { TopBar } from './top-bar.tsx'
import '#web/ui/input-method.ts'
import './shell.css'

const maxRecent = 5

/**
 * Frame of every screen behind the login. Its state contains names of clients and ends with the
 * session.
 */
export function Shell(props: {
  user: SessionUser
  counts: Record<string, ReactNode>
  children: ReactNode
}) {
  const { user, counts, children } = props
  const [layer, setLayer] = useState<'commands' | 'shortcuts' | null>(null)
  const [compact] = useCompactRows()
  const [recent, setRecent] = useState<Destination[]>([])
  const online = useOnline()
  useOnPageChange(() => setLayer(null))
  useArrivalFocus()
  function visit({ label, to }: Destination) {
    const others = recent.filter((before) => before.to !== to)
    setRecent([{ label, to }, ...others].slice(0, maxRecent))
  }
  return (
    <div
      className="workspace admin-text min-h-dvh"
      data-density={compact ? 'compact' : undefined}
      onKeyDownCapture={ignoreHeldEnter}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Arriving />
      <TopBar
        user={user}
        counts={counts}
        onOpenCommandMenu={() => setLayer('commands')}
        onShortcuts={() => setLayer('shortcuts')}
      />
      <div role="status">
        {!online && (
          <p className="workspace-offline">
            You’re offline. What you see stays here; you can save changes once you’re back.
          </p>
        )}
      </div>
      <LazyAttention />
      <main id="content" tabIndex={-1} className="wrap-admin py-8 outline-none">
        {children}
      </main>
      <Shortcuts
        user={user}
        onOpenCommandMenu={() => setLayer((now) => (now === 'commands' ? null : 'commands'))}
        onSheet={() => setLayer('shortcuts')}
      />
      <LazyCommandMenu
        user={user}
        recent={recent}
        onVisit={visit}
        open={layer === 'commands'}
        onClose={() => setLayer(null)}
        onShortcuts={() => setLayer('shortcuts')}
      />
      <ShortcutSheet open={layer === 'shortcuts'} onClose={() => setLayer(null)} />
    </div>
  )
}

/** Shows progress while the code of the next screen is loading. */
function Arriving() {
  return useStore(awaitedScreen) && <div className="arriving fades" aria-hidden="true" />
}

/** Loaded after the frame. If loading failed, the next opening tries again. */
function LazyCommandMenu(props: CommandMenuProps) {
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps>>()
  const isMissing = Menu === undefined
  const { open } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening tries again.
  useEffect(() => {
    if (!isMissing) return
    import('./command-menu.tsx').then(
      ({ CommandMenu }) => setMenu(() => CommandMenu),
      () => {},
    )
  }, [isMissing, open])
  return Menu && <Menu {...props} />
}

/**
 * The key repeat of a held Enter would also press whatever gets the focus next, even in dialogs.
 */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const writes = event.target instanceof HTMLTextAreaElement
  if (event.key === 'Enter' && event.repeat && !writes) event.preventDefault()
}

function Shortcuts(props: {
  user: SessionUser
  onOpenCommandMenu: () => void
  onSheet: () => void
}) {
  const { user, onOpenCommandMenu, onSheet } = props
  useShortcut({ keys: 'mod+k', label: 'Search or jump to', run: onOpenCommandMenu })
  useShortcut({ keys: '?', label: 'Keyboard shortcuts', run: onSheet })
  useShortcut({ keys: '/', label: 'Search in this view', run: focusSearch })
  return navigationOf(user.role).map(
    ({ keys, ...item }) => keys && <GoTo key={item.to} keys={keys} {...item} />,
  )
}

function GoTo({ keys, label, to }: { keys: string; label: string; to: string }) {
  const navigate = useNavigate()
  useShortcut({ keys, label: `Go to ${label}`, run: () => void navigate(to) })
  return null
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}

function ShortcutSheet(state: DialogState) {
  const enabled = useStore(shortcutsPreference) === 'on'
  return (
    <Dialog {...state} title="Keyboard shortcuts" size="sm" initialFocus="heading">
      {!enabled && (
        <p className="mb-3 text-ink-2">
          Single-key shortcuts are off. You can turn them on in the menu under your name.
        </p>
      )}
      <dl className="shortcut-list">
        {state.open &&
          currentShortcuts().map(({ keys, label }) => (
            <div key={keys}>
              <dt>{label}</dt>
              <dd>
                {shownKeys(keys).map((key) => (
                  <kbd key={key} className="keys">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}
