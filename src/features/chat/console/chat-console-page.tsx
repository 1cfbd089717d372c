import { BellRing, MessagesSquare, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '../../../brand.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { AlertSettings } from '../alerts/alert-settings.tsx'
import { useAgentConsole, useChats } from '../alerts/use-agent-console.ts'
import type { AgentState } from '../client/chat-client.ts'
import { useSettled } from '../thread/use-settled.ts'
import { ConnectionMark, connectionWord } from './connection-mark.tsx'
import './console.css'
import { SessionList } from './session-list.tsx'
import { inOrder, type Tab, tabOf } from './session-words.ts'
import { Thread } from './thread.tsx'
import { useNextChat } from './use-next-chat.ts'
import { useOrder } from './use-order.ts'

export function meta() {
  return [{ title: `Live Chat · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

export default function ChatConsolePage() {
  const desk = useAgentConsole()
  const sessions = useChats((state) => state.sessions)
  const loaded = useChats(isListed)
  const unread = useChats((_, unread) => unread)
  const [parameters, setParameters] = useSearchParams()
  const selected = parameters.get('session')
  const session = sessions.find(({ id }) => id === selected)
  const [tab, setTab] = useState<Tab | null>(null)
  const shownTab = tab ?? (session ? tabOf(session) : 'active')
  const [order, setOrder] = useOrder(desk.ownId)
  const page = useRef<HTMLDivElement>(null)

  const known = session?.id
  useEffect(() => {
    desk.chat.select(known)
    desk.attend(known)
    return () => desk.attend(undefined)
  }, [desk, known])
  useEffect(() => () => desk.chat.select(undefined), [desk])

  function select(id: string | null) {
    setTab(shownTab)
    setParameters(id ? { session: id } : {})
  }

  // Restores the focus on returning to the list; an ended chat is no longer listed.
  const goal = useRef<string | null>(null)
  useEffect(() => {
    if (known || !goal.current) return
    page.current?.querySelector<HTMLElement>(goal.current)?.focus()
    goal.current = null
  }, [known])

  function leave(focusOn: string) {
    goal.current = focusOn
    select(null)
  }

  useNextChat(inOrder(sessions, shownTab, order), selected, select)

  return (
    <div ref={page} className="console" data-selected={session ? '' : undefined}>
      <ConsoleHead count={sessions.filter((one) => tabOf(one) === shownTab).length} />
      <div className="console-sides panel">
        <div className="console-list">
          <SessionList
            sessions={sessions}
            loaded={loaded}
            tab={shownTab}
            onTab={setTab}
            order={order}
            onOrder={setOrder}
            ownId={desk.ownId}
            unread={unread}
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
            <NothingSelected />
          )}
        </div>
      </div>
    </div>
  )
}

/** The list is unknown until the first one arrives; without a connection none will. */
function isListed({ isJoined, sessions, connection }: AgentState): boolean {
  return isJoined || sessions.length > 0 || connection === 'disconnected'
}

function NothingSelected() {
  return (
    <div className="console-nothing">
      <Icon icon={MessagesSquare} size={20} className="text-ink-3" />
      <h2 className="mt-3 text-lg leading-snug font-semibold">Select a chat session</h2>
      <p className="mt-1.5 text-ink-2">
        Choose a chat session from the left to start managing conversations
      </p>
    </div>
  )
}

function ConsoleHead({ count }: { count: number }) {
  const desk = useAgentConsole()
  const connection = useChats((state) => state.connection)
  const refused = useChats((state) => state.isRefused)
  const [alerts, setAlerts] = useState(false)
  const announced = useSettled(connectionWord(connection), 1000)
  return (
    <div className="console-head">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h3">Live Chat Management</h1>
        <div className="flex flex-wrap items-center gap-x-3">
          <ConnectionMark status={connection} />
          {refused && (
            <p role="alert" className="text-danger-text">
              The server has closed this connection: press Refresh to try again.
            </p>
          )}
        </div>
        <p role="status" className="sr-only">
          {announced}
        </p>
        <Badge variant="secondary">{count === 1 ? '1 session' : `${count} sessions`}</Badge>
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
            onClick={() => desk.chat.refresh()}
          >
            Refresh
          </Button>
        </div>
      </div>
      <div id="chat-alerts" hidden={!alerts} className="panel mt-3 px-5 py-4">
        <AlertSettings />
      </div>
    </div>
  )
}
