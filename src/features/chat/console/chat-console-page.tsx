import { useQuery } from '@tanstack/react-query'
import { BellRing, RotateCw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { query } from '#web/api/query.ts'
import { adminHead } from '#web/firm.ts'
import { useStore } from '#web/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { preference } from '#web/ui/preference.ts'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { capital, counted } from '#web/ui/words.ts'
import { useAgentConsole, useChats } from '../alerts/agent-console.tsx'
import { AlertSettings } from '../alerts/alert-settings.tsx'
import type { AgentState } from '../client/agent-chat.ts'
import type { ConnectionStatus } from '../client/chat-connection.ts'
import { chat } from '../protocol/contract.ts'
import { useStableValue } from '../thread/use-timers.ts'
import './console.css'
import { SessionList } from './session-list.tsx'
import { isRunning, orders, type Tab } from './session-words.ts'
import { Thread } from './thread.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export const meta = adminHead('Live Chat')

export default function ChatConsolePage() {
  const agent = useAgentConsole()
  const sessions = useChats((state) => state.sessions)
  const loaded = useChats(isListed)
  const [parameters, setParameters] = useSearchParams()
  const selected = parameters.get('session')
  const session = sessions.find(({ id }) => id === selected)
  const [tab, setTab] = useState<Tab | null>(null)
  const shownTab = tab ?? (session && !isRunning(session) ? 'ended' : 'active')
  const stored = useMemo(() => preference(`chat-order ${agent.ownId}`, orders), [agent.ownId])
  const order = useStore(stored)
  const page = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list)
  const counts = {
    active: sessions.filter(isRunning).length,
    unanswered: useChats((state) => state.unanswered),
    ended: useQuery(query(chat.list, { limit: 1 })).data?.total,
  }

  const shownId = session?.id
  useEffect(() => agent.chat.select(selected ?? undefined), [agent, selected])
  useEffect(() => {
    agent.show(shownId)
    return () => agent.show(undefined)
  }, [agent, shownId])
  useEffect(() => () => agent.chat.select(undefined), [agent])

  function select(id: string | null) {
    setTab(shownTab)
    setParameters(id ? { session: id } : {})
  }

  // The selector that gets the focus on returning to the list, which may no longer contain the
  // chat.
  const goal = useRef<string | null>(null)
  useEffect(() => {
    if (shownId || !goal.current) return
    const goals = [goal.current, '[role="tab"][aria-selected="true"]']
    const [first] = goals.flatMap((one) => page.current?.querySelector<HTMLElement>(one) ?? [])
    first?.focus()
    goal.current = null
  }, [shownId])

  function leave(focusOn: string) {
    goal.current = focusOn
    select(null)
  }

  // Opening a waiting chat moves it up the list. Navigation continues from its former place.
  const place = useRef({ id: '', at: 0 })
  function move(step: 1 | -1) {
    const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-session]') ?? [])]
    const now = cards.findIndex(({ dataset }) => dataset.session === selected)
    const { id, at } = place.current
    const hasMoved = now >= 0 && now < at && id === selected
    const before = hasMoved ? at : now - 1
    const to = now === -1 ? 0 : step === -1 ? before : (hasMoved ? at : now) + 1
    const next = cards[to]
    if (!next) return
    place.current = { id: next.dataset.session ?? '', at: to }
    // The focus moves as on a mouse click, so that no typed letter goes to the previous chat.
    next.focus()
    next.click()
  }
  useShortcut({ keys: 'alt+j', label: 'Next chat', run: () => move(1) })
  useShortcut({ keys: 'alt+k', label: 'Previous chat', run: () => move(-1) })

  return (
    <div
      ref={page}
      className="console"
      data-fills-window
      data-selected={session ? '' : undefined}
      // Keys pressed before the composer is focused are meant for the visitor.
      data-keys-rest={selected ? '' : undefined}
    >
      <ConsoleHead count={counts[shownTab]} />
      <div className="console-sides panel">
        <div ref={list} className="console-list">
          <SessionList
            sessions={sessions}
            loaded={loaded}
            tab={shownTab}
            onTab={setTab}
            counts={counts}
            order={order}
            onOrder={stored.set}
            selected={selected}
            onSelect={select}
          />
        </div>
        <div className="console-thread">
          {session ? (
            <Thread
              key={session.id}
              session={session}
              onBack={() => leave(`[data-session="${session.id}"]`)}
              onEnded={() => leave('[role="tab"][aria-selected="true"]')}
            />
          ) : (
            <div className="m-auto">
              <EmptyState headingLevel={2} title="Select a chat session">
                Choose a chat session from the left to start managing conversations
              </EmptyState>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/**
 * Whether the list is known. It is unknown until it first arrives, and never arrives without a
 * connection.
 */
function isListed({ isJoined, sessions, connection }: AgentState): boolean {
  return isJoined || sessions.length > 0 || connection === 'disconnected'
}

function ConsoleHead({ count }: { count: number | undefined }) {
  const agent = useAgentConsole()
  const connection = useChats((state) => state.connection)
  const refused = useChats((state) => state.isRefused)
  const [alerts, setAlerts] = useState(false)
  const announced = useStableValue(capital(connection), 1000)
  return (
    <div className="console-head">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h3">Live Chat Management</h1>
        <div className="flex flex-wrap items-center gap-x-3">
          <Connection status={connection} />
          {refused && (
            <p role="alert" className="text-danger-text">
              The server closed the connection. Press Refresh to try again.
            </p>
          )}
        </div>
        <p role="status" className="sr-only">
          {announced}
        </p>
        {count !== undefined && <Badge variant="secondary">{counted(count, 'session')}</Badge>}
        <div className="ml-auto flex items-center gap-2">
          <Button
            variant="quiet"
            icon={BellRing}
            aria-expanded={alerts}
            aria-controls="chat-alerts"
            onClick={() => setAlerts(!alerts)}
          >
            Alerts
          </Button>
          <Button
            icon={RotateCw}
            disabled={connection === 'connecting' || connection === 'reconnecting'}
            onClick={() => agent.chat.refresh()}
          >
            Refresh
          </Button>
        </div>
      </div>
      <div id="chat-alerts" hidden={!alerts} className="console-alerts panel floating">
        <AlertSettings />
      </div>
    </div>
  )
}

/** The state is shown by text and shape, so that it does not depend on color. */
function Connection({ status }: { status: ConnectionStatus }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <circle
          cx="7"
          cy="7"
          r="5.5"
          strokeWidth="2"
          className={status === 'connected' ? 'fill-primary stroke-primary' : 'stroke-ink'}
        />
        {status === 'connecting' && <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" className="fill-ink" />}
        {status === 'disconnected' && (
          <path d="M4.6 4.6l4.8 4.8M9.4 4.6L4.6 9.4" strokeWidth="1.6" className="stroke-ink" />
        )}
      </svg>
      {capital(status)}
    </span>
  )
}
